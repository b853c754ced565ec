#!/bin/sh
# Wrap "dist/GP Studio.app" into a disk image, on a Mac: sh packaging/macos/image.sh
# It is signed for this machine alone; without a certificate of Apple's, whoever downloads it opens
# it the first time with a click of the right button, Open.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
. "$ROOT/packaging/setup.sh"

command -v hdiutil >/dev/null 2>&1 || fail "hdiutil is missing: disk images are made on a Mac."
cd "$ROOT"
VERSION=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' gpstudio/version.py)
application="dist/GP Studio.app"
[ -d "$application" ] || fail "there is no $application: sh packaging/build.sh makes it."
image="dist/gpstudio-$VERSION-macos-$(uname -m).dmg"
folder="build/image"
rm -rf "$folder" "$image"
mkdir -p "$folder"
cp -R "$application" "$folder/"
ln -s /Applications "$folder/Applications"
codesign --force --deep --sign - "$folder/GP Studio.app"
codesign --verify --deep "$folder/GP Studio.app"
hdiutil create -volname "GP Studio $VERSION" -srcfolder "$folder" -fs HFS+ -format UDZO "$image"
say "the image is $image."
