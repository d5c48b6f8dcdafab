#!/bin/sh
# Puts a licence on the kit: its text into LICENSE, and one line to the end of each source file, where no line number
# changes.
#     sh common/build/licence.sh MIT "2026 A. Owner" text.txt     the text's [year] and [fullname] become the owner
set -u
cd "$(dirname "$0")/../.." || exit 2
refuse() {
    echo "licence: $*" >&2
    exit 2
}
[ $# = 3 ] || refuse 'it takes the name of a licence as SPDX has it, the owner with a year, and a file with the text'
case $1 in '' | *[!A-Za-z0-9.+-]*)
    refuse "'$1' is no name of a licence, which is such as MIT or GPL-3.0-or-later;" "see https://spdx.org/licenses"
    ;;
esac
[ -s "$3" ] || refuse "$3 has no text. Download the licence's text into it"
word=SPDX-License-Identifier:
sed "s/\[year\] \[fullname\]/$(printf '%s' "$2" | sed 's/[&/\]/\\&/g')/" "$3" >LICENSE.new &&
    mv LICENSE.new LICENSE || refuse 'LICENSE cannot be written'

# The line as a comment of that language. What a program wrote is left alone, as are files of data.
git ls-files -co --exclude-standard | while IFS= read -r file; do
    [ -f "$file" ] && [ ! -L "$file" ] || continue
    case $file in
    grader/selftest/hostile/[A-Z]*/* | */golden/* | common/web/*.html) continue ;;
    *.c | *.h | *.cu | *.cpp | *.css) line="/* $word $1 */" ;;
    *.js | *.mjs | *.cjs) line="// $word $1" ;;
    *.sh | *.mk | *.awk | Makefile | */Makefile | common/simt/simtcc | .ci/run) line="# $word $1" ;;
    *) continue ;;
    esac
    cp -p "$file" "$file.new" && sed "/^[/*# ]*$word /d" "$file" >"$file.new" &&
        echo "$line" >>"$file.new" && mv "$file.new" "$file" ||
        refuse "$file cannot be written"
done
echo "licence: LICENSE and the last line of each source file say $1. Look at them with git diff, and commit."
