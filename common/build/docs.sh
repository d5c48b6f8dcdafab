#!/bin/sh
# Builds the handbook: build/docs/index.html, from the pages that docs/contents.txt names and the sources.
#     sh common/build/docs.sh [no [FOLDER [students [LABS]]]]       no: without call graphs, which take most of the time
#         students: of what a class gets, so without answers, solutions and pages of the instructor; LABS as in
#         make handout
#     sh common/build/docs.sh mend FOLDER         only mends what Doxygen has written there
#     sh common/build/docs.sh settings            only prints those of docs/Doxyfile that this version of Doxygen knows
set -u
cd "$(dirname "$0")/../.." || exit 2
work=build/handbook audience=${3-}
case $audience in
'') out=${2:-build/docs} ;;
students) out=${2:-build/docs-students} ;;
*)
    echo "make: FOR is '$audience'. Type FOR=students for the handbook of a class, or leave it out" >&2
    exit 2
    ;;
esac
tab=$(printf '\t')

# Versions from 1.9 to 1.17 are in use. One that is new warns of settings that are gone, and an old one of those that
# are not there yet.
settings() {
    doxygen -s -g - | awk '
        NR == FNR { known[$1] = 1; next }
        /^[A-Z_]+ *=/ { keep = $1 in known }
        keep || !/^( |[A-Z])/' - docs/Doxyfile
}
[ "${1-}" != settings ] || { settings && exit; }

[ "${1-}" != mend ] || exec sh common/build/docs_mend.sh "$2"

# The kit as it is; or what a class gets of it, with what the handbook is made by.
put_copy() { # LABS
    if [ ! "$audience" ]; then
        cp -r Makefile README.md common docs grader labs slides solutions "$copy"
        return
    fi
    . common/build/kit_files.sh
    choose_labs "$1"
    put_kit "$copy" && cp common/build/docs* "$copy/common/build" &&
        cp docs/contents.txt docs/handbook.* "$copy/docs" &&
        sed '/^INPUT /s/ solutions / /' docs/Doxyfile >"$copy/docs/Doxyfile"
}

# Doxygen hands the folder's name to a shell, and makes labels of it. A name that is not plain could be run there, so
# the handbook is built in a copy. So is that of a class, in which there is nothing that a class does not get.
case $audience$PWD in students* | *[!a-zA-Z0-9/_.-]*)
    copy=$(mktemp -d /tmp/handbook-XXXXXX) || exit 2
    trap 'rm -rf "$copy"' EXIT
    trap 'exit 130' INT TERM
    put_copy "${4-}" || exit 2
    sh "$copy/common/build/docs.sh" "${1-}" >"$copy/said" || exit
    { [ "${2-}" ] || rm -rf "$out"; } && mkdir -p "$out" && cp -r "$copy/build/docs/." "$out" || exit 2
    echo "$(sed 's/: [^:]*$//' "$copy/said"): $out/index.html"
    exit
    ;;
esac
rm -rf $work && { [ "${2-}" ] || rm -rf "$out"; } && mkdir -p $work/pages "$out" || exit 2

# A line a page: its path, its identifier, its chapter, its title.
list() {
    grep -v '^#' docs/contents.txt | while IFS="$tab" read -r chapter files; do
        for page in $files; do
            [ -f "$page" ] || continue
            id=$(echo "${page%.md}" | sed 's#/README$##; s#[/.-]#_#g')
            [ "$page" != README.md ] || id=index
            title=$(sed -n '/^# /{ s///p; q; }' "$page")
            printf '%s\t%s\t%s\t%s\n' "$page" "$id" "$chapter" "$title"
        done
    done
}
list >$work/pages.tsv

# What a Git host shows of README.md stands first; the way on stands below each page.
convert() {
    while IFS="$tab" read -r page id chapter title; do
        following=$(awk -F'\t' -v page="$page" 'seen { print; exit } $1 == page { seen = 1 }' $work/pages.tsv)
        awk -v page="$page" -v ids=$work/pages.tsv -v toc="$(awk 'END { print (NR > 150) }' "$page")" \
            -v next_page="$(echo "$following" | cut -f1)" -v following="$(echo "$following" | cut -f4)" \
            -f common/build/docs.awk "$page" >"$work/pages/$id.md" || return
    done <$work/pages.tsv
}

# Doxygen's own layout, with our chapters in place of its list of pages.
tabs() {
    awk -F'\t' '
        function quoted(text) { gsub(/&/, "\\&amp;", text); gsub(/"/, "\\&quot;", text); return text }
        function item(id, title) { printf "<tab type=\"user\" url=\"@ref %s\" title=\"%s\"/>\n", id, quoted(title) }
        { count[$3]++; if (count[$3] == 1) order[++n] = $3; ids[$3, count[$3]] = $2; titles[$3, count[$3]] = $4 }
        END {
            for (i = 1; i <= n; i++) {
                c = order[i]
                if (ids[c, 1] == "index") {
                    printf "<tab type=\"mainpage\" visible=\"yes\" title=\"%s\"/>\n", quoted(c)
                    continue
                }
                if (count[c] == 1) { item(ids[c, 1], c); continue }
                printf "<tab type=\"usergroup\" url=\"@ref %s\" title=\"%s\">\n", ids[c, 1], quoted(c)
                for (j = 1; j <= count[c]; j++) item(ids[c, j], titles[c, j])
                print "</tab>"
            }
        }' $work/pages.tsv
    intro="The contract of a lab is labs/NN_name/name.h. A file's page has its functions, and of those that are"
    intro="$intro defined there a graph of what they call."
    cat <<TABS
<tab type="usergroup" url="files.html" title="API">
<tab type="filelist" visible="yes" title="Files" intro="$intro"/>
<tab type="globals" visible="yes" title="Functions and macros" intro=""/>
<tab type="user" url="annotated.html" title="Structures"/>
</tab>
TABS
}
layout() {
    doxygen -l $work/theirs.xml && tabs >$work/tabs.xml &&
        awk -v tabs=$work/tabs.xml '
            /<navindex>/ { print; while ((getline line < tabs) > 0) print line; skip = 1 }
            /<\/navindex>/ { skip = 0 }
            !skip' $work/theirs.xml >$work/layout.xml
}

# The switch between light and dark needs jQuery, which is there up to 1.13. Later it goes by what the browser asks for.
frame() {
    script='<script type="text/javascript"' switch=
    doxygen -w html $work/theirs.html $work/footer.html $work/theirs.css || return
    if grep -q jquery $work/theirs.html; then
        switch="$script src=\"\$relpath^doxygen-awesome-darkmode-toggle.js\"></script>\\n"
        switch="$switch$script>DoxygenAwesomeDarkModeToggle.init()</script>\\n"
    fi
    sed -e 's|\(<html [^>]*[^-]\)lang="[^"]*"|\1|' -e 's|<html |<html lang="en" |' -e '/IE=11/d' \
            -e "s|^</head>|$switch$script src=\"\$relpath^handbook.js\"></script>\\n&|" \
            $work/theirs.html >$work/header.html &&
        printf '<div id="nav-path" class="navpath"><ul>$navpath</ul></div>\n</body>\n</html>\n' >$work/footer.html
}

# A language's pictures have its letters before their names, as in docs.awk.
put_pictures() {
    for picture in docs/pictures/*.svg docs/??/pictures/*.svg; do
        to=$out/$(echo "$picture" | sed 's#^docs/\(..\)/pictures/#\1_#; s#.*/##')
        [ ! -f "$picture" ] || cp "$picture" "$to" || return
    done
}

convert && layout && frame && put_pictures || exit 2
{ settings; echo "OUTPUT_DIRECTORY = $out"; [ "${1-}" != no ] || echo HAVE_DOT = NO; } | doxygen - 2>$work/warnings
code=$?
cat $work/warnings >&2
sh common/build/docs_mend.sh "$out"
[ $code = 0 ] && [ ! -s $work/warnings ] || exit 1
echo "handbook: $(wc -l <$work/pages.tsv) pages, $(find "$out" -name '*.html' | wc -l) files of HTML: $out/index.html"
