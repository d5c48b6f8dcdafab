#!/bin/sh
# Draws all pictures to FOLDER/pictures, and those that pages in another language show to FOLDER/LANGUAGE/pictures.
#     sh docs/pictures/draw/all.sh PROGRAM FOLDER
set -u
program=$1 folder=$2
mkdir -p "$folder/pictures" && "$program" "$folder/pictures" || exit
for language in docs/??; do
    names=$(grep -rhoE '\]\([./]*pictures/[a-z0-9_]+\.svg\)' "$language" --include='*.md' |
        sed 's#.*/##; s#\.svg)##' | sort -u)
    [ "$names" ] && [ -f "$language/messages.po" ] || continue
    to=$folder/${language#docs/}/pictures
    # shellcheck disable=SC2086 # names are words
    mkdir -p "$to" && "$program" "$to" "$language/messages.po" $names || exit
done
