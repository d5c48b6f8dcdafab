#!/bin/sh
# The handbook builds without a warning, all its links hold, it asks nobody for anything, and words are spelt right.
# `make docs` draws call graphs as well, which takes a minute; here only those of one lab.
# Begins first: it takes a minute.
set -u
. "$(dirname "$0")/promise.sh"
have() { command -v "$1" >/dev/null 2>&1; }

# Reading pages for Doxygen needs nothing but awk.
printf 'docs/a.md\tdocs_a\nlabs/1/README.md\tlabs_1\n' >"$work/ids"
convert() { printf "$1" | awk -v page=docs/a.md -v ids="$work/ids" -f common/build/docs.awk \
    >"$work/out" 2>"$work/errors"; }
convert '# A\n## Of `b`, or c\n[x](../labs/1/README.md#do) [y](#of-b-or-c) `[z](no)`\n## D\n    '\
'code\n\n```\n[p](q)\n```\n[r](a.md)' &&
    grep -qF '# A {#docs_a}' "$work/out" && grep -qF '## Of `b`, or c {#docs_a-of-b-or-c}' "$work/out" &&
    grep -qF '[x](@ref labs_1-do) [y](@ref docs_a-of-b-or-c) `[z](no)`' "$work/out" && grep -qx 'code' "$work/out" &&
        grep -qxF '[p](q)' "$work/out" && grep -qxF '[r](@ref docs_a)' "$work/out"
promise "links between pages become the handbook's, as a Git host reads them" $?
convert '# A\n**`b c`** and **d**\n' && grep -qxF '<b>`b c`</b> and **d**' "$work/out"
promise "bold code is bold code" $?
printf '# L\n`serial_radix.h` `none.h`\n' |
    awk -v page=labs/01_serial_radix/README.md -v ids="$work/ids" -f common/build/docs.awk >"$work/out" &&
    grep -qxF '[serial_radix.h](@ref labs/01_serial_radix/serial_radix.h) `none.h`' "$work/out"
promise "a lab's page leads to its contract" $?
! convert '# A\n\nsee [b](b.md)\n' && grep -q 'docs/a.md:3: docs/b.md is not there' "$work/errors"
promise "a link to nothing is an error that names page and line" $?
convert '# A\n![b < "c"](pictures/radix_split.svg)\n' &&
    grep -qxF '@htmlonly<div class="picture"><a href="radix_split.svg"><img src="radix_split.svg" alt="b &lt; '\
'&quot;c&quot;"/></a></div>@endhtmlonly' "$work/out" &&
    ! convert '# A\n![b](pictures/none.svg)\n' &&
        grep -q 'docs/a.md:2: docs/pictures/none.svg is not there' "$work/errors"
promise "a picture is the handbook's too, with its words for who cannot see it" $?

if have codespell; then
    git ls-files -co --exclude-standard 'README.md' 'docs/*.md' 'labs/*' 'solutions/*' 'slides/*.md' 'common/*.[ch]' \
        'common/*.sh' \
        'common/simt/*.[ch]' 'grader/*.[ch]' 'grader/*.md' '*.mk' | grep -v '^grader/selftest/hostile/[A-Z]' |
        xargs codespell -L fro,ans,statics,occured,ges,fpt,caf,ddress,lod,coo >"$work/out" 2>&1
    promise "pages, slides and comments are spelt right" $?
else
    echo "skip - pages, slides and comments are spelt right (there is no codespell)"
fi

if ! have doxygen || ! have dot || [ ! -d /usr/share/doxygen-awesome-css ]; then
    echo "skip - the handbook (sh common/build/deps.sh docs installs what it needs)"
    exit $failed
fi
sh common/build/docs.sh no "$work/book" >"$work/out" 2>&1
promise "the handbook builds without a warning" $?
if in_turn; then
    odd="$work/it's my \$HOME \"läb\" [1]"
    mkdir "$odd" && git ls-files -coz --exclude-standard | xargs -0 cp -p --parents -t "$odd" 2>/dev/null
    (cd "$odd" && sh common/build/docs.sh no "$odd/book") >"$work/out" 2>&1 &&
        diff -rq "$work/book" "$odd/book" >>"$work/out" &&
        rm -r "$odd"
    promise "and to the same bytes in a folder with any other name" $?
else
    echo "skip - and to the same bytes in a folder with any other name (it takes turns; ALL=1 has all)"
fi
links_of() { (cd "$1" && find . -name '*.html' -not -path './search/*' | sed 's#^\./##' |
    awk -f "$top/common/tests/docs_links.awk") 2>&1; } # FOLDER
links_of "$work/book" >"$work/out"
[ ! -s "$work/out" ]
promise "every link in it leads to a file and a place that are there" $?
here=$PWD && cd "$work/book" || exit 2
echo '<a href="index.html#nowhere">x</a><a href="nothing.html">y</a>' >"$work/bad.html"
cp "$work/bad.html" . && printf '%s\n' bad.html index.html | awk -f "$here/common/tests/docs_links.awk" >"$work/out" &&
    rm bad.html
[ "$(grep -c '^bad.html' "$work/out")" = 2 ]
promise "and one that leads nowhere would be found" $?
{
    grep -rl '_8md' --include='*.html' --include='*.js' .
    grep -oE '<tr id="row_[0-9]+_"[^>]*>.*>pages<' files.html
    for page in labs_[0-9]*.html; do
        case $page in *_8h*) continue ;; esac # a header
        name=$(echo "$page" | sed 's/^labs_[0-9]*_//; s/html$/h/')
        grep -qF ">$name</a>" "$page" || echo "$page does not lead to $name"
    done
    sed 's/<pre.*<\/pre>//; s/<code>[^<]*<\/code>//g' docs_*.html labs_*.html grader*.html common*.html index.html |
        grep -nE '<p[ >].*(\*\*|`)' | head
} >"$work/out"
[ ! -s "$work/out" ]
promise "it lists no empty file, its labs lead to their contracts, and no Markdown is left in it" $?
grep -rlE '<(script|link|img|iframe|object|embed)[^>]*(src|href|data)="?(https?:)?//' . >"$work/out"
[ ! -s "$work/out" ] && ! grep -rlE 'polyfill|mathjax' --include='*.html' . >"$work/out"
promise "nothing in it comes from the network" $?
cd "$here" || exit 2

# What a class gets: the text of its pages, a file each, beside what the solutions have between their marks.
text_of() { # FOLDER OUT
    mkdir "$2" && (cd "$1" && awk -v out="$2/" '
        FNR == 1 { if (to) close(to); to = out FILENAME ".txt" }
        { gsub(/<[^>]*>/, ""); gsub(/&lt;/, "<"); gsub(/&gt;/, ">"); gsub(/&quot;/, "\""); gsub(/&#39;/, "\047") }
        { gsub(/&#160;/, " "); gsub(/&amp;/, "\\&"); print >to }
    ' ./*.html)
}
leaks_of() { build/cpu/tests/leaks "$top" "$work/whole" "$1"; } # FOLDER
sh common/build/docs.sh no "$work/class" students >"$work/out" 2>&1 && links_of "$work/class" >"$work/out" &&
    [ ! -s "$work/out" ]
promise "FOR=students builds the handbook of a class without a warning, and its links hold" $?
ls "$work/class" | grep -iE 'instructor|answers|solution|mutant|hostile|docs_(trust|model|add_a_lab)' >"$work/out"
[ ! -s "$work/out" ] && ls "$work/class/labs_03_atomic_merge.html" "$work/class/docs_glossary.html" >"$work/out" 2>&1
promise "it has the labs' pages, and none of the instructor's or of the answers" $?
make -s --no-print-directory build/cpu/tests/leaks >"$work/out" 2>&1 &&
    (. common/build/kit_files.sh && choose_labs '' &&
    put_kit "$work/whole") >>"$work/out" 2>&1 &&
    text_of "$work/class" "$work/text" 2>>"$work/out" && leaks_of "$work/text" >>"$work/out"
promise "it shares no run of 5 tokens with what students have to write" $?
! { text_of "$work/book" "$work/theirs" && leaks_of "$work/theirs" >"$work/out"; } &&
    grep -q 'docs_instructor_answers' "$work/out"
promise "and such runs would be found, as in the instructor's" $?
sh common/build/docs.sh no "$work/none" teachers >"$work/out" 2>&1
[ $? = 2 ] && [ ! -e "$work/none" ] && grep -qF "FOR is 'teachers'. Type FOR=students" "$work/out"
promise "who it is for is checked" $?

mkdir "$work/graph"
{
    sh common/build/docs.sh settings | grep -v '^LAYOUT_FILE' # which names pages that are not there
    printf '%s\n' "OUTPUT_DIRECTORY = $work/graph" \
        'INPUT = solutions/03_atomic_merge.cu labs/03_atomic_merge/atomic_merge.h'
} | doxygen - >"$work/out" 2>&1 && sh common/build/docs.sh mend "$work/graph"
graph=$(grep -l '>choose_head</text>' "$work/graph"/03*_cgraph.svg) && grep -q '>choose_head_kernel</text>' "$graph" &&
    [ ! -s "$work/out" ]
promise "call graphs go through launches into kernels" $?

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ ! "$chromium" ] || ! have node || ! have npm ||
    ! sh common/web/build.sh trace "$work/trace.html" >"$work/out" 2>&1; then
    echo "skip - its pages work in a browser (there is no chromium, no node, no npm, or no registry)"
    exit $failed
fi
set -- index docs_learner labs_03_atomic_merge \
    labs_08_out_of_core docs_instructor_grading docs_cpu_runtime docs_trust docs_measured \
    atomic__merge_8h
for page; do set -- "$@" "$work/book/$page.html" && shift; done
set -- "$@" "$work/graph/03__atomic__merge_8cu.html" # with its graphs
timeout 600 node common/web/tests/handbook.mjs build/web "$chromium" "$@" >"$work/looked" 2>&1
code=$?
cat "$work/looked"
[ $code = 0 ] || failed=1
exit $failed
