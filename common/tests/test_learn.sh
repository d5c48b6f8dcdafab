#!/bin/sh
# A learner's way: make names what to open, goes on when it is solved, comes back when it is broken; what
# was done is remembered and outlives make clean and updates; hints come one at a time.
# Takes turn 9 of 12.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/copy.sh
says() { tr -s ' \n' '  ' <"$work/out" | grep -qE -- "$1"; }
check() { $make "$@" >"$work/out" 2>&1; }

# ---- make ----

check
[ $? = $unsolved ] && says '^Found: gcc .* Kernels run on the CPU' &&
    says 'Step 1, a stable split by one bit: wrong answer' &&
        says 'open labs/01_serial_radix/serial_radix.c:8 TODO 1' &&
    says 'read labs/01_serial_radix/README.md' && says 'again make check LAB=01 STAGE=1'
promise "make says what it found, and names lab 01, step 1, file, line, page and command" $?
sed '/^make: \*\*\* .* Error 1$/d' "$work/out" | tail -n 1 | grep -q '^  then   make$' &&
    [ "$(grep -c '\*\*\*' "$work/out")" = $((unsolved == 2)) ] && [ "$(wc -L <"$work/out")" -le 80 ]
promise "make's own last line says that it is not solved yet" $?
[ "$(wc -l <"$work/out")" -le 24 ] && ! LC_ALL=C grep -q '[^ -~]' "$work/out"
promise "in a few lines of plain text" $?

solve 01 1
check
says '01 serial radix: step 1 right on small inputs' &&
    says '01 serial radix 20/100 Step 2, .* open labs/01_serial_radix/serial_radix.c:[0-9]+ TODO 2'
promise "a step that is solved leads to the next one" $?
solve 01 6
check
says '01 serial radix 100/100 How fast it is, in Mkeys/s: yours the reference 2 a sort by 32 splits 2200000 keys '\
'[0-9.]+ [0-9.]+ 6 a sort by 4 splits' &&
    says 'think labs/01_serial_radix/README.md, "Think": 4 questions next labs/02_strided_buckets/README.md'
promise "a lab that is solved shows how fast it is, what to think about and what to read next" $?
says '02 strided buckets 0/100' && says 'open labs/02_strided_buckets/strided_buckets.cu:[0-9]+ TODO 1'
promise "it leads to the next one, and is a line from then on" $?

# What is solved is not built again: a compiler for C that makes no objects is not asked.
printf '#!/bin/sh\ncase " $* " in *" -c "*) exit 1 ;; esac\nexec gcc "$@"\n' >"$work/cc" && chmod 755 "$work/cc"
CC=$work/cc check
says '01 serial radix 100/100 02 strided buckets 0/100 Step 1, .* wrong answer'
promise "a lab that is solved and has not changed is not run again" $?
check LAB=01
[ $? = 0 ] && says '6 a sort by 4 splits 15/15 ok labs: 100 of 100' && says '^Found: '
promise "but one that is named is" $?

sed -i 's/^void radix_sort(.*{/&\n    return;/' labs/01_*/serial_radix.c
check
says '01 serial radix 75/100 Step 2, a sort by 32 splits: wrong answer'
promise "one that is broken comes back" $?
printf 'int x = ;\n' >>labs/01_serial_radix/serial_radix.c
check
line=$(wc -l <labs/01_serial_radix/serial_radix.c)
says "Step 2, a sort by 32 splits: does not compile .* open labs/01_serial_radix/serial_radix.c:$line read"
promise "a file that does not compile names the compiler's line, at the step where the learner is" $?
$make progress >"$work/out" && says '01 serial radix 75/100'
promise "and loses nothing that was right" $?
solve 01 6
sed 's/if (has_key) atomicMin(&s_lowest, key);/if (has_key \&\& key < s_lowest) s_lowest = key;/' \
    solutions/03_atomic_merge.cu \
    >labs/03_atomic_merge/atomic_merge.cu
check LAB=03 STAGE=1
[ $? = $unsolved ] && says 'race its answers are right' &&
    says 'open labs/03_atomic_merge/atomic_merge.cu:[0-9]+ TODO 1'
promise "a race is found, and the learner is sent to its step" $?

cp .sortlab/progress.json "$work/before"
check LAB=03 STAGE=1 TOOL=none
[ $? = 0 ] && says '1 the least head ok labs: these inputs are right. A stage has its points for all of its inputs' &&
    cmp -s .sortlab/progress.json "$work/before" &&
    ! check TOOL=none N=33 && says '1 to the device and back wrong answer' && ! says '2 sorted lists' &&
    cmp -s .sortlab/progress.json "$work/before"
promise "of inputs and tools that were chosen nothing is remembered" $?

# ---- progress ----

check
$make progress >"$work/out"
says "^100 of ${n_labs}00 points, 1 of $n_labs labs 01 serial radix 100/100 6 of 6 steps 02 strided buckets 0/100 0 \
of 5 steps" &&
    says '02 strided buckets, by its steps: 1 to the device and back 0/15 wrong answer 2 .* 0/25 not tried yet' &&
    says 'Next: TODO 1, then make labs/02_strided_buckets/strided_buckets.cu:[0-9]+'
promise "make progress shows labs, steps and points, and what is next" $?
echo '// one more line' >>labs/01_serial_radix/serial_radix.c
$make progress >"$work/out" && says '01 serial radix 100/100\* .* \* changed since it was right'
promise "and what has changed since it was right" $?
solve 01 6

cp .sortlab/progress.json "$work/before"
$make clean && cmp -s .sortlab/progress.json "$work/before"
promise "make clean does not touch it" $?
git init -q . && [ -z "$(git status --porcelain --ignored=no -- .sortlab)" ] && rm -rf .git
promise "git does not see it" $?
take_build
sed -i 's/"a sort by 32 splits"/"a sort by all splits"/' labs/01_serial_radix/stages.c
$make progress >"$work/out"
says '01 serial radix 75/100\*'
promise "an update keeps what it does not rename" $?
check
says '01 serial radix 100/100' && $make progress >"$work/out" && says '01 serial radix 100/100 '
promise "and what it changes is run again" $?

# ---- hints ----

check # step 1 of lab 02 fails
for level in 1 2 3 3; do
    $make hint >"$work/out" 2>&1 && says "Lab 02, step 1: .* Hint $level of 3:" || echo "no hint $level" >>"$work/no"
done
[ ! -e "$work/no" ] && says 'the last hint of this step'
promise "make hint gives the next hint for what failed last, up to the last one" $?
$make hint LAB=03 STEP=2 >"$work/out" && $make hint LAB=03 STEP=2 LEVEL=3 >"$work/out" && says 'Hint 3 of 3' &&
    [ "$(grep -cE '^ +"[123]": "20[0-9-]+T[0-9:]+Z",?$' .sortlab/progress.json)" = 5 ]
promise "every hint that was shown is kept, once, with its day" $?
$make hint LAB=04 >"$work/out" && says 'Lab 04, step 1: .* Hint 1 of 3:'
promise "make hint of a lab begins where the learner is in it" $?
$make progress >"$work/out" && says 'hints shown: step 1: 3'
promise "make progress says which hints were shown" $?
sed 's/if (has_key) atomicMin(&s_lowest, key);/if (has_key \&\& key < s_lowest) s_lowest = key;/' \
    solutions/03_atomic_merge.cu \
    >labs/03_atomic_merge/atomic_merge.cu
check LAB=03 STAGE=1
rm -f "$work/no"
for which in 'The failure is race' 'Hint 1 of 3' 'Hint 2 of 3'; do
    $make hint >"$work/out" 2>&1 && says "Lab 03, step 1: .*$which:" || echo "no $which" >>"$work/no"
done
[ ! -e "$work/no" ] && grep -q '"race": "20' .sortlab/progress.json
promise "a hint that was written for this kind of failure goes first, once" $?
rm -r .sortlab && ! $make hint >"$work/out" 2>&1 && says '^hint: no stage is known to fail. Type make'
promise "where nothing has failed it says what to type" $?
# ---- make check FORMAT=gcc: a list of errors for an editor ----
file=labs/03_atomic_merge/atomic_merge.cu
solve 03 5
$make check LAB=03 FORMAT=gcc >"$work/out" 2>&1
[ $? = 0 ] && [ ! -s "$work/out" ]
promise "an editor's list is empty where all is right" $?
sed -i 's|__syncthreads(); // all bids|__syncwarp(); // all bids|' $file
bid=$(grep -n 'atomicMin(&s_lowest' $file | cut -d: -f1)
$make check LAB=03 FORMAT=gcc >"$work/out" 2>/dev/null
[ $? = $unsolved ] && ! grep -qvE "^$file:[0-9]+: (error|warning|note): ." "$work/out" && head -n 1 "$work/out" |
    grep -q "^$file:$bid: error: stage 1, race: " &&
    grep -q "^$file:$((bid + 2)): note: the same failure names this line" "$work/out" &&
        grep -q "^$file:$bid: note: __syncwarp() is for" "$work/out" &&
    grep -q "^$file:$bid: error: stage 2, race: as stage 1$" "$work/out"
promise "else each line of it is FILE:LINE: error or note: what and why, as a compiler says it" $?
sed -i 's|__syncwarp(); // all bids|__syncwarp() // all bids|' $file
$make check LAB=03 FORMAT=gcc >"$work/out" 2>/dev/null
[ $? = $unsolved ] && [ "$(grep -c ': error: ' "$work/out")" = 1 ] &&
    grep -q "^$file:[0-9]*: error: stage 1, does not compile: A semicolon is missing" "$work/out"
promise "what does not compile is said once, with its line" $?
$make check FORMAT=gccc >"$work/out" 2>&1
[ $? = 2 ] && grep -qx "grade: FORMAT is 'gccc'. It can be gcc" "$work/out"
promise "a format that there is not is refused" $?
exit $failed
