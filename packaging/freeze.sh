#!/bin/sh
# Build the frozen program into dist/gpstudio and see that it starts, fits and draws.
# DIST names another folder than dist.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$ROOT/packaging/setup.sh"

install_system_packages $WINDOW_PACKAGES $FREEZE_PACKAGES
make_environment dev
cd "$ROOT"
DIST=${DIST:-dist}
export DIST

# sets of names in one order: the same source gives the same bytes
PYTHONHASHSEED=0 "$BIN/python" -m PyInstaller --noconfirm --log-level WARN \
    --distpath "$DIST" --workpath build packaging/gpstudio.spec
PYTHONPATH="$ROOT" "$BIN/python" packaging/components.py
if [ "$(uname -s)" = Linux ]; then
    # names that only debuggers read: 57 MB. Libraries that wheels have mended do not survive it.
    find "$DIST/gpstudio/_internal" -type f -name '*.so*' ! -path '*.libs/*' \
        -exec strip --strip-unneeded {} +
    # numpy and scipy bring some libraries each, letter by letter the same
    for library in "$DIST"/gpstudio/_internal/numpy.libs/*; do
        twin="$DIST/gpstudio/_internal/scipy.libs/${library##*/}"
        if cmp -s "$library" "$twin"; then
            ln -sf "../numpy.libs/${library##*/}" "$twin"
        fi
    done
fi
du -sh "$DIST/gpstudio"

# As on another machine: another folder, none of our Python, a user who never ran it.
program="$ROOT/$DIST/gpstudio/gpstudio"
stranger="$ROOT/build/stranger"
picture="$ROOT/build/smoke.png"
rm -rf "$stranger" "$picture"
mkdir -p "$stranger"
cd "$stranger"
as_stranger() {
    env -u PYTHONPATH -u NUMBA_CACHE_DIR -u WAYLAND_DISPLAY HOME="$stranger" \
        XDG_CACHE_HOME="$stranger/cache" XDG_CONFIG_HOME="$stranger/config" \
        XDG_DATA_HOME="$stranger/data" "$@"
}
smoke() {
    platform=$1
    shift
    rm -f "$picture"
    as_stranger QT_QPA_PLATFORM="$platform" "$@" "$program" --smoke "$picture" ||
        fail "the frozen program did not pass its --smoke test on $platform."
    [ -s "$picture" ] || fail "the frozen program drew no picture on $platform."
}
as_stranger "$program" --version

theirs="$stranger/cache/gpstudio/compiled"
mkdir -p "$theirs"
brought="$stranger/brought"
if [ ! -f "$ROOT/$DIST/gpstudio/_internal/compiled.zip" ]; then
    # He has used the version before: of what stayed as it was he has the large pieces. That is most
    # of the compiling; all the others are compiled, and kept, by the frozen program itself.
    kept=$("$BIN/python" -c 'from gpstudio.resources import machine_code; print(machine_code())')
    (cd "$kept" && find . -path './gpstudio.*' -name '*.nbc' -size +64k -mtime -2 \
        -exec cp --parents -t "$theirs" {} +) ||
        say "there is no machine code to begin with; the frozen program compiles everything."
fi
touch "$brought"
smoke offscreen
if command -v xvfb-run >/dev/null 2>&1; then
    smoke xcb xvfb-run -a
fi
as_stranger "$program" batch "$ROOT/resources/sample/made_up_farms.csv" --stages none \
    --kernel matern32 --learning fixed --workers 2 --out "$stranger/batch" >/dev/null ||
    fail "the frozen program did not fit a table in processes of its own."
compiled=$(find "$theirs" -name '*.nbc' -newer "$brought" | wc -l)
if [ -f "$ROOT/$DIST/gpstudio/_internal/compiled.zip" ]; then
    [ "$compiled" -eq 0 ] || say "not all that this needs came along: see packaging/machine_code.py."
elif [ "$compiled" -eq 0 ]; then
    fail "the frozen program did not keep its compiled kernels in the user's cache folder."
fi
again=$(find "$theirs" -name '*.nbc' -newer "$brought" -size +64k | wc -l)
say "the frozen program compiled $compiled kernels, $again of them large."
say "the frozen program is in $DIST/gpstudio and passes --smoke."
