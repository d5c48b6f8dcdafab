#!/bin/sh
# Mends what Doxygen has written: for browsers, for its search, and for what its versions do otherwise.
#     sh common/build/docs_mend.sh FOLDER
set -u

# A file whose name begins with a digit gets a variable that does, which no browser takes.
find "$1" -maxdepth 1 -name '[0-9]*.js' -exec sed -i '1s/^var \([0-9]\)/var _\1/' {} +
sed -i "s/return eval(n.replace(.*/return eval(n.replace(\/\\-\/g,'_').replace(\/^[0-9]\/,'_\$\&'));/" \
    "$1/navtree.js"
# A page that was written as Markdown is found as a page; as a file it would be empty.
rm -f "$1"/*_8md.html && sed -i '/_8md\.html/d' "$1"/search/*.js
# A browser chooses letters and hyphens by the language.
for page in "$1"/docs_??_*.html; do
    language=${page##*/docs_} language=${language%%_*}
    [ ! -d "docs/$language" ] || sed -i "s/ lang=\"en\"/ lang=\"$language\"/" "$page"
done
# For search engines alone, from 1.13 on.
rm -f "$1/doxygen_crawl.html" && sed -i '/doxygen_crawl\.html/d' "$1/index.html" 2>/dev/null

# From 1.14 on the letters of an index take the page of the first one for that of A, and that of _ for one of its own.
# Where a page has no place for any of them they go.
letters() { # FOLDER
    for page in "$1"/globals*.html; do
        [ -f "$page" ] || continue
        if ! grep -q 'id="index_' "$page"; then
            sed -i '/<div class="qindex">/d' "$page"
            continue
        fi
        for index in globals globals_func globals_defs globals_vars; do
            [ ! -f "$1/${index}_a.html" ] || sed -i "s/\"$index\.html#index_a\"/\"${index}_a.html#index_a\"/" "$page"
            [ -f "$1/${index}__.html" ] || sed -i "s/\"${index}__\.html#index__\"/\"$index.html#index__5F\"/" "$page"
        done
        ! grep -q 'id="index__5F"' "$page" || sed -i 's/"#index__"/"#index__5F"/' "$page"
    done
}
letters "$1"
