#!/bin/sh
# Build what is handed out, into dist/: the frozen program, a .deb, a .tar.xz, and their checksums.
# On macOS and Windows: the frozen program alone; packaging/macos and packaging/windows wrap it.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$ROOT/packaging/setup.sh"

make_environment dev
cd "$ROOT"

# The same source gives the same bytes: one date for all files, that of the last change.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH

"$BIN/python" packaging/machine_code.py
[ "$(uname -s)" = Linux ] || "$BIN/python" packaging/icons.py
sh packaging/freeze.sh
[ "$(uname -s)" != Linux ] || sh packaging/linux/pack.sh
