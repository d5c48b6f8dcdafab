#!/bin/sh
# The page of `make profile`: one file, of the reference its counts alone, and it works in a browser.
set -u
. "$(dirname "$0")/promise.sh"
mkdir "$work/sub" "$work/alone" "$work/beside"

# Lab 03, with a look at the tile in each round whose lanes are 16 words apart.
sed '/^ *struct choice choice = choose(head < m, key);/i\
if (m > 0) (void)*(volatile const uint32_t *)(tile + threadIdx.x * 16 % m);' \
    solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
strided=$(grep -n 'threadIdx.x \* 16 % m' "$work/sub/03_atomic_merge.cu" | cut -d: -f1)
profile() { # FOLDER MORE OPTIONS
    folder=$1 && shift
    SIMT_GPU=T4 build/cpu/grade --folder build/cpu --lab 03 --stage 4 --submission "$work/sub" \
        --profile "$work/$folder" "$@" >"$work/out" 2>&1
}

profile alone && [ "$(tail -n 1 "$work/out")" = "$work/alone/03.html" ] && [ "$(wc -L <"$work/out")" -le 80 ] &&
    grep -q "^03_atomic_merge.cu:$strided  if (m > 0)" "$work/out" && grep -q '  the reference  *[1-9]' "$work/out"
promise "make profile prints a table of 80 columns, and says where the page is" $?
page=$work/alone/03.html
grep -q 'Content-Security-Policy.*default-src .none.' "$page" && ! grep -qE '(src|href)="?(https?:)?//' "$page" &&
    grep -q '"gpu":"T4","blocks":8,"warps":32,"of":32,"limit":"threads"' "$page"
promise "the page is one file that asks nobody, and knows the GPU that was named" $?
! grep -q '"who": "the reference".*"lines":\[{' "$page" &&
    grep -q '"who": "the reference", "file": "", "path": "", "source": "", "kernels": \[{' "$page"
promise "of the reference it has the counts, and no line" $?
profile beside --compare solutions && grep -q '"path": "solutions/03_atomic_merge.cu"' "$work/beside/03.html"
promise "COMPARE=solutions has its source, too" $?

have() { command -v "$1" >/dev/null 2>&1; }
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if ! have node || ! have npm || ! sh common/web/build.sh profile "$work/template.html" >"$work/out" 2>&1; then
    for what in "the committed template is what its sources give" "profiles work in a browser"; do
        echo "skip - $what (there is no node, no npm, or no registry)"
    done
    exit $failed
fi
cmp "$work/template.html" common/web/profile.html >"$work/out" 2>&1
promise "the committed template is what its sources give" $?
if [ ! "$chromium" ]; then
    echo "skip - profiles work in a browser (there is no chromium)"
    exit $failed
fi
timeout 600 node common/web/tests/profile.mjs build/web "$chromium" "$strided" "$page" "$work/beside/03.html" \
    >"$work/looked" 2>&1
code=$?
cat "$work/looked"
[ $code = 0 ] || failed=1
exit $failed
