#!/bin/sh
# Writes what a class gets: build/handout.tar.gz, the kit without answers.
#     sh common/build/handout.sh "01-04" [OUT]
set -u
. common/build/kit_files.sh
out=${2:-build/handout.tar.gz}
choose_labs "$1"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
put_kit "$work/sortlab" && mkdir -p "$(dirname "$out")" && pack "$work" sortlab "$work/tar" &&
    gzip -9 -n <"$work/tar" >"$out.new" && mv "$out.new" "$out" || {
    echo "make: $out cannot be written" >&2
    exit 2
}
echo "$out: labs$(printf ' %s' $labs | sed 's/_[^ ]*//g'), $(tar -tzf "$out" | grep -vc '/$') files," \
    "$(du -k "$out" | cut -f1) KB. Unpack it into a new folder"
