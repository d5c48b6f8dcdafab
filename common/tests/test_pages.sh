#!/bin/sh
# The pages: each lab's has its headings, every question has its answer, links hold, programs run.
set -u
. "$(dirname "$0")/promise.sh"

# The numbered items under a heading of a page, such as "## Think".
items() { awk -v h="$2" '/^##+ / { in_it = $0 == h } in_it && /^[0-9]+\. /' "$1" | wc -l; }
# What the instructor's notes say of a lab.
notes() { awk -v lab="$1" '/^## / { in_it = $2 == lab } in_it' docs/instructor/answers.md; }
between() { [ "$2" -ge "$1" ] && [ "$2" -le "$3" ]; }

for page in labs/*/README.md; do
    grep '^## ' "$page" | tr '\n' ' ' |
        grep -qxF '## Goal ## Picture ## What is new ## Do ## Cost ## Check ## Think ## Source ' ||
        echo "$page has other headings, or in another order"
    between 2 "$(items "$page" '## Do')" 8 || echo "$page has $(items "$page" '## Do') steps"
    between 2 "$(items "$page" '## Think')" 4 || echo "$page has $(items "$page" '## Think') questions"
    steps=$(grep -hoE '// TODO [0-9]+' "${page%README.md}"*.c* | sort -u | wc -l)
    [ "$(items "$page" '## Do')" = "$steps" ] || echo "$page has not as many steps as its file has TODOs"
done >"$work/out"
[ ! -s "$work/out" ]
promise "each lab's page has the headings, 2 to 8 steps and 2 to 4 questions" $?

for page in labs/*/README.md; do
    lab=$(basename "$(dirname "$page")" | cut -c1-2)
    notes "$lab" >"$work/notes"
    grep -q '^### Answers' "$work/notes" || { [ -s "$work/notes" ] && continue; }
    [ "$(items "$work/notes" '### Answers')" = "$(items "$page" '## Think')" ] ||
        echo "lab $lab: questions without answers"
done >"$work/out"
[ ! -s "$work/out" ]
promise "every question of a lab has its answer in the instructor's notes" $?

for page in README.md docs/*.md docs/*/*.md labs/*/README.md; do
    grep -oE '\]\([^)# ]+' "$page" | cut -c3- | grep -v '^https*:' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: $link is not there"
    done
done >"$work/out"
[ ! -s "$work/out" ]
promise "every link from a page to a file holds" $?

grep -nE '!\[.{0,40}\]\(' README.md docs/*.md docs/*/*.md labs/*/README.md >"$work/out"
[ ! -s "$work/out" ]
promise "every picture on a page has words for who cannot see it" $?

sed -n 's/^| \([^|]*\) |.*/\1/p' docs/glossary.md | sed '1d; /^---/d' | tr '[:upper:]' '[:lower:]' >"$work/terms"
[ -s "$work/terms" ] && LC_ALL=C sort -c "$work/terms" 2>"$work/out"
promise "the glossary is in alphabetical order" $?

# The first program of the page, and the kernel behind it in a program of ours.
block() { awk -v n="$2" '/^```/ { inside = !inside; k += inside; next } inside && k == n' "$1"; }
page=docs/cuda-in-one-page.md
block $page 2 >"$work/twice.cu"
block $page 3 >"$work/want"
common/simt/simtcc -O2 -Wall -Werror -o "$work/twice" "$work/twice.cu" >"$work/out" 2>&1 &&
    SIMT_ORDER=forward "$work/twice" >"$work/out" && cmp -s "$work/out" "$work/want" &&
    SIMT_ORDER=reverse "$work/twice" >"$work/out" && cmp -s "$work/out" "$work/want"
promise "the program in CUDA in one page prints what stands below it" $?

{
    printf '#include <cuda_runtime.h>\n'
    block $page 4
    printf '%s\n' 'int main(void) {' '    int keys[512], *d_keys, right = 0;' \
        '    for (int i = 0; i < 512; i++) keys[i] = i;' '    cudaMalloc(&d_keys, sizeof(keys));' \
        '    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);' \
        '    reverse_kernel<<<2, 256>>>(d_keys);' \
        '    cudaMemcpy(keys, d_keys, sizeof(keys), cudaMemcpyDeviceToHost);' \
        '    for (int i = 0; i < 512; i++) right += keys[i] == (i ^ 255);' '    return right != 512;' '}'
} >"$work/reverse.cu"
common/simt/simtcc -O2 -Wall -Werror -o "$work/reverse" "$work/reverse.cu" >"$work/out" 2>&1 &&
    SIMT_ORDER=forward "$work/reverse" && SIMT_ORDER=reverse "$work/reverse"
promise "its kernel turns each block's keys round" $?

# In Markdown a line that begins with a number and a stop begins a list, also where a sentence only wraps there.
lists() {
    awk 'FNR == 1 { code = last = 0; before = "" }
        /^ *```/ { code = !code }
        !code && match($0, /^ *[0-9]+[.)] /) {
            number = $0 + 0
            if (before !~ /^ *(#.*|<.*|```)?$/ && before !~ /:$/ && number != last + 1)
                print FILENAME ":" FNR ": a list begins in a sentence"
            last = number
        }
        { before = $0 }' "$@"
}
lists $(git ls-files '*.md') >"$work/out" && [ ! -s "$work/out" ] &&
    printf '2. As in lab\n   01. Count.\n' >"$work/page.md" && [ "$(lists "$work/page.md" | wc -l)" = 1 ]
promise "no sentence of a page wraps so that it becomes a list, and one that does is found" $?
exit $failed
