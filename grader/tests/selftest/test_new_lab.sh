#!/bin/sh
# make new-lab: what it writes is a whole lab at once, and what it refuses leaves nothing behind. All of
# it happens in a copy of the kit, with what is built so far.
# Takes turn 6 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make="env -u MAKEFLAGS -u MAKELEVEL -u NAME -u KIND make -s --no-print-directory"
mkdir -p "$work/kit/build/cpu" "$work/bin"
git ls-files -coz --exclude-standard | xargs -0 cp -p --parents -t "$work/kit" 2>/dev/null
cp -rp build/simt "$work/kit/build" 2>/dev/null
for part in common grader child judge solutions; do cp -rp build/cpu/$part "$work/kit/build/cpu" 2>/dev/null; done
cd "$work/kit" && git init -q || exit 2

# ---- What it writes ----

# Both labs: solutions pass, skeletons build and give wrong answers, and all else that holds for labs.
whole() {
    $make grade SUBMISSION=solutions LAB=24 && $make grade SUBMISSION=solutions LAB=25 || return 1
    for lab in 24 25; do
        $make check LAB=$lab >"$work/checked" 2>&1
        cat "$work/checked"
        grep -q ': 0 of 100 points' "$work/checked" && [ "$(grep -c 'wrong answer' "$work/checked")" = 2 ] || return 1
    done
    sh grader/tests/selftest/test_one_source.sh 24_scratch 25_on_host && sh common/tests/test_pages.sh
}

{ $make new-lab NAME=24_scratch && $make new-lab NAME=25_on_host KIND=host; } >"$work/out" 2>&1
promise "a lab is written, for the device and for the host" $?
printf '\n## %s\n\n### Answers\n1. To\n2. both.\n' 24 25 >>docs/instructor/answers.md # all that is not written
whole >"$work/out" 2>&1
promise "its solution gets 100 points, its skeleton 0 for wrong answers, and the rules of pages hold" $?
sh common/tests/test_hints.sh >"$work/out" 2>&1
promise "its hints are shown, and are what hints have to be" $?
$make run N=3000 OUT=/dev/null >"$work/out" 2>&1
promise "the pipeline is linked with it" $?
grep -rn '@[a-zA-Z]*@' labs/2[45]_* solutions/2[45]_* >"$work/out"
[ ! -s "$work/out" ]
promise "no place in a template is left open" $?

sed -i '/AUTHOR:/d' labs/2[45]_*/* solutions/2[45]_* && rm labs/24_scratch/scratch.cu labs/25_on_host/on_host.c
{ $make skeletons && whole && sh common/tests/test_house.sh; } >"$work/out" 2>&1
promise "and all this, and the rules of the house, hold without the lines that tell the author what to write" $?

nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
if [ -x "$nvcc" ]; then
    for file in solutions/24_scratch.cu labs/24_scratch/scratch.cu; do
        "$nvcc" -diag-suppress 177,550 -std=c++17 -arch=sm_90 -I. -Ilabs/24_scratch \
            -Xcompiler -Wall,-Wextra,-Wno-unused,-Wno-missing-field-initializers -c -o /dev/null $file ||
            echo "nvcc fails"
    done >"$work/out" 2>&1
    [ ! -s "$work/out" ]
    promise "nvcc compiles it without a warning" $?
else
    echo "skip - nvcc compiles it (there is no CUDA Toolkit here)"
fi

# ---- What it refuses ----

tree() { find labs solutions | sort; }
tree >"$work/before"

# refused WORDS NAME [KIND]: exit code 2, one sentence that holds WORDS, and nothing is written.
refused() {
    NAME=$2 KIND=${3:-device} sh common/build/new_lab.sh >"$work/out" 2>&1
    [ $? = 2 ] && [ "$(wc -l <"$work/out")" = 1 ] && grep -qF -- "$1" "$work/out" && tree | cmp -s - "$work/before"
}
accepted=
for name in '' scratch 1_a 016_a 16 16_ 16-a 16_A 16_a-b 16_a__b 16_a_ 16_1a ../16_a 16_a/b '16_a b' '16_$(id)' 16_ä; \
    do
    refused "NAME is '$name'. It must be" "$name" || accepted="$accepted '$name'"
done
[ -z "$accepted" ]
promise "a name that is not two digits and snake_case is refused$accepted" $?
refused "number 03 is taken by labs/03_" 03_a && refused "number 24 is taken by labs/24_scratch" 24_scratch
promise "a number that is taken is refused" $?
refused "'atomic_merge' is taken by labs/03_" 16_atomic_merge && refused "'tile' is taken by common/tile.h" 16_tile &&
    refused "the system's <stdio.h>" 26_stdio && refused "the system's <cuda.h>" 26_cuda host &&
        refused "stages.c" 26_stages host
promise "a name whose header would hide another is refused" $?
refused "KIND is 'tpu'. It can be device or host" 16_a tpu
promise "a kind that there is not is refused" $?
$make new-lab >"$work/out" 2>&1
[ $? = 2 ] && grep -q "^new-lab: NAME is ''" "$work/out"
promise "make new-lab without a name says how to give one" $?

# ---- When it cannot finish ----

(ulimit -f 1 && refused "cannot be written, and nothing is changed" 16_a)
promise "a disk that is full leaves nothing behind" $?
# A stand-in for PROGRAM that does its work COUNT times and then sends new_lab.sh a signal.
killer() { # PROGRAM COUNT SIGNAL
    rm -f "$work/bin/"* "$work/calls"
    cat >"$work/bin/$1" <<EOF
#!/bin/sh
echo >>$work/calls
[ \$(wc -l <$work/calls) -gt $2 ] || exec $(command -v "$1") "\$@"
kill -$3 \$(cat $work/pid)
EOF
    chmod +x "$work/bin/$1"
}
ended() {
    NAME=16_a PATH="$work/bin:$PATH" sh -c "echo \$\$ >$work/pid; exec sh common/build/new_lab.sh" >"$work/out" 2>&1
    [ $? -gt 128 ]
}
nothing() { [ ! -e labs/16_a ] && [ ! -e solutions/16_a.cu ]; }
killer sed 2 TERM && ended && tree | cmp -s - "$work/before"
promise "one that is ended half-way leaves nothing behind" $?
killer sed 2 KILL && ended && nothing && killer mv 0 KILL && ended && nothing
promise "one that is killed leaves no half lab" $?
killer mv 1 KILL && ended && [ ! -e labs/16_a ] && $make new-lab NAME=16_a >"$work/out" 2>&1 && [ -f labs/16_a/a.cu ]
promise "one that is killed as it moves its files is taken up again" $?
exit $failed
