#!/bin/sh
# Starts GP Studio from wherever this folder lies; nothing is installed and no root is needed.
#   ./gpstudio [FILE, or a command]
#   ./gpstudio --add-to-menu        an entry, an icon and the file types in your own menu
#   ./gpstudio --remove-from-menu   takes them away again
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
DATA=${XDG_DATA_HOME:-$HOME/.local/share}
ENTRY="$DATA/applications/gpstudio.desktop"
ICON="$DATA/icons/hicolor/256x256/apps/gpstudio.png"
TYPES="$DATA/mime/packages/gpstudio.xml"

# what a menu shows is kept in lists, where there are such
refresh() {
    for words in "update-desktop-database $DATA/applications" "update-mime-database $DATA/mime"; do
        tool=${words%% *}
        if command -v "$tool" >/dev/null 2>&1; then
            "$tool" "${words#* }" >/dev/null 2>&1 || :
        fi
    done
}

case "${1:-}" in
--add-to-menu)
    mkdir -p "${ENTRY%/*}" "${ICON%/*}" "${TYPES%/*}"
    # in a desktop entry a quoted word wants a backslash before each of these, and that one doubled
    quoted=$(printf '%s' "$HERE/gpstudio" | sed -e 's/[\\"`$]/\\\\&/g' -e 's/%/%%/g')
    while IFS= read -r line; do
        case "$line" in
        Exec=*) printf 'Exec="%s" %%f\n' "$quoted" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$HERE/share/gpstudio.desktop" >"$ENTRY"
    cp "$HERE/share/gpstudio.png" "$ICON"
    cp "$HERE/share/gpstudio.xml" "$TYPES"
    refresh
    printf 'GP Studio is in your menu: %s\n' "$ENTRY"
    ;;
--remove-from-menu)
    rm -f "$ENTRY" "$ICON" "$TYPES"
    refresh
    printf 'GP Studio is no more in your menu; your projects and settings are as they were.\n'
    ;;
*)
    exec "$HERE/program/gpstudio" "$@"
    ;;
esac
