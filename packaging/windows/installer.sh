#!/bin/sh
# Wrap dist/gpstudio into an installer for Windows (in Git Bash there), or see that its script is
# sound: sh packaging/windows/installer.sh [--stub]
# --stub compiles it around empty programs: on Linux too, where nothing can be frozen for Windows.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
. "$ROOT/packaging/setup.sh"

command -v makensis >/dev/null 2>&1 || fail "makensis is missing: install NSIS."
cd "$ROOT"
VERSION=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' gpstudio/version.py)
payload="dist/gpstudio"
output="dist/gpstudio-$VERSION-windows.exe"
if [ "${1:-}" = --stub ]; then
    payload="build/stub"
    output="build/gpstudio-stub.exe"
    rm -rf "$payload"
    mkdir -p "$payload/_internal"
    : >"$payload/GP Studio.exe"
    : >"$payload/gpstudio.exe"
    : >"$payload/_internal/compiled.zip"
fi
[ -f "$payload/GP Studio.exe" ] || fail "there is no program for Windows in $payload."
[ -f build/icons/gpstudio.ico ] || fail "there is no icon: python packaging/icons.py makes it."
makensis -V2 -WX "-DVERSION=$VERSION" "-DPAYLOAD=$ROOT/$payload" "-DOUTPUT=$ROOT/$output" \
    "-DICON=$ROOT/build/icons/gpstudio.ico" packaging/windows/gpstudio.nsi
say "the installer is $output."
