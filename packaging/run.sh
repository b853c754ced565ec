#!/bin/sh
# Set up what is missing, then open GP Studio: sh packaging/run.sh [FILE, or a command]
# Where there is no display it fits the sample field and leaves the results in gpstudio-demo/.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$ROOT/packaging/setup.sh"

install_system_packages $WINDOW_PACKAGES
make_environment

has_display() {
    # Qt's own screenless platforms draw windows that nobody sees
    case "${QT_QPA_PLATFORM:-}" in
    offscreen* | minimal*) return 1 ;;
    esac
    "$VENV/bin/python" -c \
        'import sys; from gpstudio.__main__ import display_problem; sys.exit(bool(display_problem()))'
}

if [ "$#" -eq 0 ] && ! has_display; then
    cd "$ROOT"
    exec "$VENV/bin/python" -m gpstudio demo --out gpstudio-demo
fi
exec "$VENV/bin/python" -m gpstudio "$@"
