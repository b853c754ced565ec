#!/bin/sh
# Set up what is missing, then run the whole test suite, file by file in as many processes as there
# are processors; what needs a screen gets a virtual one.
# --quick leaves out what is marked slow; other arguments go to pytest, in one process:
#   sh packaging/test.sh tests/core -k kernel
set -eu

QUICK=""
if [ "${1:-}" = "--quick" ]; then
    QUICK="not slow and "
    shift
fi

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$ROOT/packaging/setup.sh"

install_system_packages $WINDOW_PACKAGES $TEST_PACKAGES
make_environment test
cd "$ROOT"

# Hundreds of processes load the same modules: they are compiled once, not by each of them.
unset PYTHONDONTWRITEBYTECODE

NO_TESTS=5 # pytest's exit code when the arguments leave nothing to run

# First those that need an X server, on a virtual one; the rest last, so that the closing line is
# that of the suite.
with_screen=$NO_TESTS
run_with_screen() {
    with_screen=0
    env -u WAYLAND_DISPLAY QT_QPA_PLATFORM=xcb \
        xvfb-run -a -s "-screen 0 1920x1200x24" \
        "$VENV/bin/python" -m pytest "$@" -m "${QUICK}xcb" || with_screen=$?
}
if command -v xvfb-run >/dev/null 2>&1; then
    # tests/conftest.py sees to it that there are none elsewhere; to import all others takes longer
    # than these take
    if [ "$#" -eq 0 ]; then
        run_with_screen $(grep -rl --include='*.py' 'mark\.xcb' tests/gui)
    else
        run_with_screen "$@"
    fi
else
    say "xvfb-run is missing, so the tests marked xcb are left out."
fi

without_screen=0
export QT_QPA_PLATFORM=offscreen
if [ "$#" -eq 0 ]; then
    "$VENV/bin/python" -m pytest -n auto --dist loadfile --no-loadscope-reorder \
        --ignore=tests/gui -m "${QUICK}not xcb" || without_screen=$?
    # Windows wait for answers with a clock: no fits of the other tests beside them.
    "$VENV/bin/python" -m pytest -n auto --dist loadfile --no-loadscope-reorder \
        tests/gui -m "${QUICK}not xcb" || without_screen=$?
else
    "$VENV/bin/python" -m pytest "$@" -m "${QUICK}not xcb" || without_screen=$?
fi

if [ "$without_screen" -eq "$NO_TESTS" ]; then
    exit "$with_screen"
elif [ "$with_screen" -eq "$NO_TESTS" ] || [ "$without_screen" -ne 0 ]; then
    exit "$without_screen"
fi
[ "$with_screen" -eq 0 ] || say "the tests marked xcb failed; see above."
exit "$with_screen"
