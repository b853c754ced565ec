#!/bin/sh
# Wrap dist/gpstudio, as packaging/freeze.sh left it, into a .tar.xz and a .deb, with checksums.
set -eu

ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
. "$ROOT/packaging/setup.sh"

cd "$ROOT"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH
VERSION=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' gpstudio/version.py)
ARCHITECTURE=$(dpkg --print-architecture 2>/dev/null || uname -m)
NAME="gpstudio-$VERSION-linux-$(uname -m)"
DEB="dist/gpstudio_${VERSION}_$ARCHITECTURE.deb"
rm -f dist/gpstudio_*.deb dist/gpstudio-*.tar.xz dist/SHA256SUMS

dated() {
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    chmod -R u=rwX,go=rX "$1"
}

# ---- the .deb: the program in /opt, its entry, icon, file type and manual where Debian has them
if command -v dpkg-deb >/dev/null 2>&1; then
    folder="build/deb"
    rm -rf "$folder"
    shared="$folder/usr/share"
    mkdir -p "$folder/DEBIAN" "$folder/opt" "$folder/usr/bin" "$shared/applications" \
        "$shared/icons/hicolor/256x256/apps" "$shared/icons/hicolor/scalable/apps" \
        "$shared/mime/packages" "$shared/man/man1" "$shared/doc/gpstudio"
    cp -a dist/gpstudio "$folder/opt/gpstudio"
    ln -s ../../opt/gpstudio/gpstudio "$folder/usr/bin/gpstudio"
    cp packaging/linux/gpstudio.desktop "$shared/applications/"
    cp packaging/linux/gpstudio.xml "$shared/mime/packages/"
    cp resources/icons/gpstudio.png "$shared/icons/hicolor/256x256/apps/"
    cp resources/icons/gpstudio.svg "$shared/icons/hicolor/scalable/apps/"
    sed "s/@VERSION@/$VERSION/" packaging/linux/gpstudio.1 |
        gzip -9n >"$shared/man/man1/gpstudio.1.gz"
    gzip -9nc CHANGELOG.md >"$shared/doc/gpstudio/changelog.gz"
    {
        printf 'GP Studio is under the licence below. What it brings along is listed, with its\n'
        printf 'licences, in /opt/gpstudio/_internal/components and under Help, About.\n\n'
        cat LICENSE
    } >"$shared/doc/gpstudio/copyright"
    kilobytes=$(du -sk --apparent-size "$folder" | cut -f1)
    sed -e "s/@VERSION@/$VERSION/" -e "s/@ARCHITECTURE@/$ARCHITECTURE/" \
        -e "s/@SIZE@/$kilobytes/" packaging/linux/control >"$folder/DEBIAN/control"
    (cd "$folder" && find usr opt -type f | LC_ALL=C sort | xargs -d '\n' md5sum) \
        >"$folder/DEBIAN/md5sums"
    dated "$folder"
    dpkg-deb --root-owner-group --threads-max=1 -Zxz -z6 --build "$folder" "$DEB" >/dev/null
else
    say "dpkg-deb is missing: no .deb was built."
fi

# ---- the tar: a folder that runs wherever it is unpacked
folder="build/tar/$NAME"
rm -rf build/tar
mkdir -p "$folder/share"
cp -a dist/gpstudio "$folder/program"
install -m 755 packaging/linux/launcher.sh "$folder/gpstudio"
cp packaging/linux/gpstudio.desktop packaging/linux/gpstudio.xml resources/icons/gpstudio.png \
    "$folder/share/"
cp LICENSE CHANGELOG.md "$folder/"
dated build/tar
tar --directory build/tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu \
    --create "$NAME" | xz -T1 -6 >"dist/$NAME.tar.xz"

(cd dist && LC_ALL=C sha256sum gpstudio*.deb gpstudio*.tar.xz >SHA256SUMS)
say "built, in dist/:" $(du -sm dist/gpstudio | cut -f1) "MB as a folder;"
ls -l dist/gpstudio*.deb dist/gpstudio*.tar.xz | awk '{ printf "  %.0f MB  %s\n", $5 / 1e6, $NF }' >&2
