# What run.sh, test.sh and .ci/run share: system libraries, Python, the environment in .venv (or
# where GPSTUDIO_ENVIRONMENT says).
# Sourced with ROOT set to the clone; every step looks first, so a second run is quick, and needs
# no network.

# another one for another Python: see CONTRIBUTING.md
VENV=${GPSTUDIO_ENVIRONMENT:-"$ROOT/.venv"}
case "$(uname -s)" in
MINGW* | MSYS*) BIN="$VENV/Scripts" ;; # a shell on Windows
*) BIN="$VENV/bin" ;;
esac
STAMP="$VENV/set-up-for"
LOCK="$ROOT/packaging/requirements.lock"

# What Qt wants from the system: first to draw at all, then to open windows on X11.
WINDOW_PACKAGES="libgl1 libegl1 libglib2.0-0 libfontconfig1 libdbus-1-3 libxkbcommon0
    libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
TEST_PACKAGES="xvfb xauth"
FREEZE_PACKAGES="binutils"

say() {
    printf 'GP Studio: %s\n' "$*" >&2
}

fail() {
    say "$@"
    exit 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

can_be_root() {
    [ "$(id -u)" -eq 0 ] && return 0
    command -v sudo >/dev/null 2>&1 || return 1
    # without a terminal nobody can type a password
    sudo -n true 2>/dev/null || [ -t 0 ]
}

is_installed() {
    # Debian 13 and Ubuntu 24.04 renamed some libraries to ...t64
    for name in "$1" "$1t64"; do
        case "$(dpkg-query -W -f='${db:Status-Status} ' "$name" 2>/dev/null)" in
        *"not-installed"*) ;;
        *installed*) return 0 ;;
        esac
    done
    return 1
}

# install_system_packages NAME...: on Debian and its kin install those that are missing. Going on
# without them is right: what needs them says so itself, and much works without.
install_system_packages() {
    [ "$(uname -s)" = Linux ] || return 0
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        [ -f "$STAMP" ] || say "this is not Debian or Ubuntu; if the window does not open," \
            "install what your system calls:" $*
        return 0
    fi
    missing=""
    for package in "$@"; do
        is_installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! can_be_root; then
        say "these system packages are missing, and installing them needs root or sudo:$missing"
        return 0
    fi
    say "installing system packages:$missing"
    if ! as_root apt-get update -qq >/dev/null ||
        ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
            --no-install-recommends $missing >/dev/null; then
        say "apt-get could not install all of:$missing; going on without."
    fi
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# Sets PYTHON, unless the caller has set it, to the first Python that is new enough.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        is_new_enough "$PYTHON" || fail "PYTHON is '$PYTHON', which is not a Python 3.11 or newer."
        return 0
    fi
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null 2>&1 && is_new_enough "$candidate"; then
            PYTHON=$candidate
            return 0
        fi
    done
    fail "Python 3.11 or newer is missing: install it" \
        "(Debian 12, Ubuntu 24.04 and newer: apt-get install python3 python3-venv)."
}

# The environment belongs to this place, this Python, this list of dependencies and their versions.
fingerprint() {
    {
        printf '%s\n' "$ROOT"
        "$BIN/python" -VV
        cat "$ROOT/pyproject.toml" "$LOCK"
    } | cksum
}

# is_ready EXTRA: whether .venv already has the package with EXTRA ("run" when none).
is_ready() {
    [ -f "$STAMP" ] || return 1
    [ "$(sed -n 1p "$STAMP")" = "$(fingerprint 2>/dev/null)" ] || return 1
    case " $(sed -n 2p "$STAMP") " in
    *" $1 "*) return 0 ;;
    esac
    return 1
}

# make_environment [EXTRA]: have the package, editable, with EXTRA (test, dev; all: those and every
# optional package) in .venv, and what it compiles.
make_environment() {
    is_ready "${1:-run}" && return 0
    install_environment "${1:-}"
    compile_kernels
}

# install_environment [EXTRA]: the same, with nothing compiled yet.
install_environment() {
    extra=${1:-}
    is_ready "${extra:-run}" && return 0
    find_python
    say "setting up $VENV (once; this takes a minute or two)."
    rm -f "$STAMP"
    if ! is_new_enough "$BIN/python" || ! "$BIN/python" -m pip --version >/dev/null 2>&1
    then
        "$PYTHON" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
            fail "Python's venv module is missing: install it (Debian, Ubuntu: apt-get install" \
                "python3-venv)."
        "$PYTHON" -m venv --clear "$VENV" || fail "no environment could be made in $VENV."
    fi
    locked_packages "${extra:-run}" >"$VENV/locked.txt"
    # Who tests often begins anew: Python then compiles what it imports, pip would compile all.
    install_with_pip ${extra:+--no-compile} --require-hashes --requirement "$VENV/locked.txt"
    install_with_pip --no-deps --no-build-isolation --editable "$ROOT"
    # each extra contains those before it
    case "$extra" in
    all) ready="run test dev all" ;;
    dev) ready="run test dev" ;;
    test) ready="run test" ;;
    *) ready="run" ;;
    esac
    { fingerprint && printf '%s\n' "$ready"; } >"$STAMP"
}

install_with_pip() {
    "$BIN/python" -m pip install -qq --disable-pip-version-check "$@" ||
        fail "the Python packages could not be installed; see pip's message above."
}

# locked_packages PART: the lock from the top down to the end of PART, whatever comes before it.
locked_packages() {
    awk -v last="$1" '/^# part: / { if (found) exit; found = $3 == last } { print }' "$LOCK"
}

# Some seconds of compiling now, instead of when somebody first opens a table or presses Fit; it may
# fail, they would then compile. The two rooms share nothing that takes long.
compile_kernels() {
    compile_room data &
    tables=$!
    compile_room core.inference
    wait "$tables"
}

compile_room() {
    "$BIN/python" -c "from gpstudio.$1.warm_up import warm_up; warm_up()" >/dev/null 2>&1 || :
}
