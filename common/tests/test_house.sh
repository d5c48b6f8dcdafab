#!/bin/sh
# The rules of the house that a machine can check: who includes whom, sizes, what stands above a kernel.
set -u
cd "$(dirname "$0")/../.." || exit 2
out=$(mktemp) || exit 2
trap 'rm -f "$out"' EXIT
failed=0

# A promise is kept when the commands before it printed nothing.
kept() {
    if [ -s "$out" ]; then
        echo "not ok - $1"
        sed 's/^/# /' "$out"
        failed=1
    else
        echo "ok - $1"
    fi
}
sources() { git ls-files -co --exclude-standard "$@" | while read -r f; do [ -f "$f" ] && echo "$f"; done; }
includes_of() { grep -nHE '^#[ ]*include "' "$@" /dev/null; }

awk 'END { if (NR > 60) print "Makefile has " NR " lines" }' Makefile >"$out"
for lab in labs/[0-9]*; do grep -n "${lab#labs/}" Makefile common/build/*.mk; done >>"$out"
kept "the Makefile has at most 60 lines and names no lab"

{
    includes_of $(sources 'labs/*' 'solutions/*' | grep -E '\.(c|cu|h)$' | grep -v '/bench\.c$') |
        grep -E '"(grader|solutions|labs)/'
    includes_of $(sources 'common/*' | grep -E '\.(c|cu|h)$') | grep -E '"(grader|solutions|labs)/'
    includes_of $(sources 'common/simt/*' | grep -E '\.(c|cu|cpp|h)$' | grep -v /tests/) | grep '"common/'
    grep -lE '#[ ]*include.*cuda' $(sources 'common/*.h' | grep -v simt/) /dev/null | grep -v '^common/cu.h$'
    grep -nE 'CUnit' $(sources 'solutions/*.cu' 'labs/*.cu') /dev/null
    # A lab's header is included by files of this lab alone: labs/03_atomic_merge/... and solutions/03_atomic_merge.cu.
    { ls labs/[0-9]*/*.h && echo &&
        includes_of $(sources 'labs/*.c' 'labs/*.cu' 'labs/*.h' 'solutions/*.c' 'solutions/*.cu'); } | awk '
        function lab_of(path) { sub(/^[a-z]*\//, "", path); sub(/[\/.].*/, "", path); return path }
        !NF { found = 1; next }
        !found { header = $0; sub(/.*\//, "", header); of[header] = of[header] " " lab_of($0) " "; next }
        { name = $0; gsub(/.*include "|"[^"]*$/, "", name); file = $0; sub(/:.*/, "", file)
          if (name in of && index(of[name], " " lab_of(file) " ") == 0) print }'
} >"$out"
kept "nobody includes what is not beneath it"

# What a script tells the CPU runtime by a variable, something there asks for.
for name in $(git ls-files -co --exclude-standard '*.sh' '*.mk' '.ci/run' | xargs grep -ohE '\<SIMT_[A-Z_]+=' |
        sort -u | tr -d =); do
    grep -rqE "\<$name\>" common/simt --include='*.[ch]' --include='*.mk' --include='*.sh' --include=simtcc \
        --exclude-dir=tests || echo "$name is read by nobody"
done >"$out"
kept "a variable that is set for the CPU runtime is one that it knows"

# The debugger asks for a variable by its file and its name.
grep -oE "'[a-z_]+/[a-z_]+\.c'::[a-z_]+" common/simt/debug/simt.py | sort -u | tr -d "'" | sed 's/::/ /' |
    while read -r file name; do
        grep -qE "^[a-z_][^(]*[ *]$name(\[.*\])?( =|[;,])" "common/simt/$file" || echo "$file has no variable $name"
    done >"$out"
kept "what the debugger asks the CPU runtime for is there"

for file in $(sources 'solutions/*.c' 'solutions/*.cu'); do
    # the marks are the skeleton's, not the solution's
    awk -v f="$file" '!/^ *\/\/[>|<]/ { n++ } END { if (n > 150) print f " has " n " lines" }' "$file"
done >"$out"
for file in labs/*/stages.c; do
    awk -v f="$file" 'END { if (NR > 150) print f " has " NR " lines" }' "$file"; done >>"$out"
for file in labs/*/README.md; do
    awk -v f="$file" 'END { if (NR > 160) print f " has " NR " lines" }' "$file"; done >>"$out"
for file in $(sources '*.sh' .ci/run | grep -v /tests/); do
    awk -v f="$file" 'END { if (NR > 150) print f " has " NR " lines" }' "$file"; done >>"$out"
kept "solutions, stages, pages and shell programs keep to their sizes"

# A function begins with a line at column 0 that ends in `{` and ends with `}` at column 0.
for file in $(sources 'common/*.c' 'common/sort/device/*' 'grader/*.c' 'labs/*.c' 'labs/*.h' 'solutions/*'); do
    awk -v f="$file" '
        /^[A-Za-z_].*\) *\{$/ { start = NR; name = $0 }
        /^\}/ && start { if (NR - start + 1 > 40) print f ":" start ": " NR - start + 1 " lines: " name; start = 0 }' \
            "$file"
done >"$out"
kept "no function has more than 40 lines"

for file in $(sources 'solutions/*.cu' 'labs/*.h' 'common/sort/device/*'); do
    awk -v f="$file" '
        /^\/\*\*|^ \*|^\/\// { comment = comment $0; next }
        /^#define .*\\$/ { next }
        /__global__/ && !/;$/ { for (i = 1; i <= 4; i++) { split("@launch @shared @cost @source", w, " ")
                       if (index(comment, w[i]) == 0) print f ":" NR ": no " w[i] " above the kernel" } }
        { comment = "" }' "$file"
done >"$out"
kept "every kernel says its launch, shared memory, cost and source"

for file in $(sources 'common/*.h' 'common/simt/include/simt/*.h' 'grader/*.h' 'labs/*.h' | grep -v '/tests/'); do
    [ "$(wc -l <"$file")" = 1 ] && grep -q '#error' "$file" && continue
    grep -qE '@file' "$file" && grep -qE '@brief' "$file" || echo "$file says no @file and @brief"
done >"$out"
kept "every header says in a sentence what it is"

: >"$out"
if lacks=$(sh common/tests/lacks.sh class); then
    echo "skip - every header of the grader compiles alone ($lacks)"
    of_grader=
else
    of_grader='grader/*.h'
fi
for header in $(sources 'common/*.h' 'labs/*.h' ${of_grader:+"$of_grader"} | grep -vE '^common/simt/|/tests/'); do
    include="-I. -I$(dirname "$header") -isystem common/simt/include -D_GNU_SOURCE -fsyntax-only -Wall -Wextra -Werror"
    # shellcheck disable=SC2086
    printf '#include "%s"\n' "$header" | gcc -std=c11 $include -x c - >>"$out" 2>&1
    case $header in
    grader/*) ;;
    *) printf '#include "%s"\n' "$header" | g++ -std=c++17 $include -x c++ - >>"$out" 2>&1 ;;
    esac
done
kept "every header compiles alone, as C and those of common and labs as C++"

for solution in solutions/[0-9]*_*.c solutions/[0-9]*_*.cu; do
    file=${solution##*/}
    skeleton=labs/${file%.*}/${file#*_}
    sh common/build/skeletons.sh --print "$solution" | cmp -s - "$skeleton" ||
        echo "$skeleton is not what $solution makes"
done >"$out"
kept "the skeletons are the solutions with their marked lines taken out"

for solution in solutions/[0-9]*_*.c solutions/[0-9]*_*.cu; do
    awk -v f="$solution" '
        /^ *\/\/>/ { if (inside && last != NR - 1) print f ":" NR ": a mark before the last one ended"
                  if (!inside && !/\/\/> TODO [1-9]/) print f ":" NR ": a mark without its step"
                  inside = 1; last = NR }
        /^ *\/\/\|/ { if (!inside) print f ":" NR ": a line of the skeleton outside of marks" }
        /^ *\/\/</ { if (!inside) print f ":" NR ": an end without a beginning"; inside = 0 }
        END { if (inside) print f ": a mark is not ended" }' "$solution"
done >"$out"
kept "every mark in a solution names its step and is ended"

for target in check watch progress hint demo run grade trace profile build/cpu/grade build/cpu/solutions/run; do
    make -n $target LAB=03 OUT=x 2>&1 | grep -o 'deps.sh [a-z]*' | grep -v 'core$' | sort -u | sed "s|^|make $target: |"
done >"$out"
kept "what learners type installs the core packages and no others"

# All that is written by hand, tests too. Data are not: pages and their tables, pictures, what a program wrote, patches
# and mutants, which quote the lines that they change, and grammars, whose patterns are one word.
wide() { # FILE...: letters are counted, not bytes
    LC_ALL=C awk '{ line = $0; gsub(/[\200-\277]/, "", line) }
        length(line) > 120 { print FILENAME ":" FNR ": " length(line) " columns" }' "$@" /dev/null
}
data='\.(md|html|svg|json|csv|tsv|txt|lock|golden|expected|patch|rng)$|/mutants(\.generated)?$'
wide $(sources | grep -vE "$data") >"$out"
awk 'BEGIN { for (i = 0; i < 119; i++) printf "x"; print "\303\244\nx" }' >"$out.wide"
{ cat "$out.wide" && tr '\n' x <"$out.wide"; } >"$out.too"
[ -z "$(wide "$out.wide")" ] && [ -n "$(wide "$out.too")" ] || echo "wide does not count letters" >>"$out"
rm -f "$out.wide" "$out.too"
kept "no line is longer than 120 columns, in any language, but for data"

grep -nE '[[:space:]]+$' $(sources '*.c' '*.h' '*.cu' '*.sh' '*.mk' '*.md' Makefile) /dev/null >"$out"
kept "no line ends in blanks"
exit $failed
