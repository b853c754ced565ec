#!/bin/sh
# Try what packaging/build.sh made, as people will meet it: sh packaging/check.sh [PART ...]
# Parts: sizes starts older users tar root pip again advisories (all where none is named); `root`
# installs the .deb into a fresh Debian and needs root and the network, `pip` needs the network,
# `again` freezes a second time, `advisories` reads snapshots in build/advisories. Writes
# packaging/CHECKED.md. Takes minutes; give it a machine with nothing else to do.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$ROOT/packaging/setup.sh"

make_environment
cd "$ROOT"
exec "$BIN/python" packaging/check.py "$@"
