#!/bin/sh
# Host code whose answers are right runs once more under the compiler's sanitizers, and what they see is told in a
# sentence, with the line; in each sandbox. What is right keeps its points there.
# Takes turn 12 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
make -s --no-print-directory grade-program >"$work/out" 2>&1
promise "the grader builds" $?
sandboxes=none
split='    for (size_t i = 0; i < n; i++) out\[next\[in\[i\] >> bit & 1\]++\] = in\[i\];'

# Lab 01's first stage, with CODE behind the split of a bit: VERDICT and, behind the file's name and the line, WORDS.
comes_to() { # VERDICT WORDS CODE [CHOICE...]
    verdict=$1 words=$2 code=$3
    shift 3
    rm -rf "$work/sub" && mkdir "$work/sub"
    sed -e "s/^$split/&\n$code/" -e '1i #include <stdlib.h>\n#include <string.h>\n#include <unistd.h>' \
        solutions/01_serial_radix.c >"$work/sub/01_serial_radix.c"
    line=$(($(grep -n "^$split" "$work/sub/01_serial_radix.c" | cut -d: -f1) + 1))
    for sandbox in $sandboxes; do
        rm -f "$work/r.json"
        build/cpu/grade --folder build/cpu --sandbox $sandbox --submission "$work/sub" --lab 01 --stage 1 "$@" \
            --result "$work/r.json" >"$work/out" 2>&1 </dev/null
        grep -qF "\"verdict\": \"$verdict\"" "$work/r.json" || return 1
        [ -z "$words" ] || grep -qF -- "01_serial_radix.c:$line $words" "$work/r.json" || return 1
    done
}
for sandbox in reduced rootless root; do
    ! needs sandbox-$sandbox "what is wrong is found in the sandbox $sandbox" || sandboxes="$sandboxes $sandbox"
done
comes_to OOB 'reads 4 bytes outside of the array that it was given' 'volatile uint32_t x = in[n]; (void)x;'
promise "a read of the key behind the last is out of bounds, in every sandbox that holds: OOB" $?
comes_to OK '' ''
promise "and in every sandbox the solution keeps its points" $?
sandboxes=none
comes_to OOB 'reads 4 bytes outside of the array that it was given' 'volatile uint32_t x = *(in - 1); (void)x;'
promise "so is the one before the first" $?
comes_to OOB 'writes 4 bytes outside of the array that it was given' \
    'volatile uint32_t *o = out; uint32_t x = o[n]; o[n] = x;' ||
    comes_to OOB 'reads 4 bytes outside of the array that it was given' \
        'volatile uint32_t *o = out; uint32_t x = o[n]; o[n] = x;'
promise "and a word behind the output that is put back as it was" $?
comes_to OOB 'writes 1 bytes outside of memory that malloc gave' \
    'volatile char *a = malloc(n + 1); a[n + 1] = 0; free((void *)a);'
promise "a write behind memory of malloc: OOB" $?
comes_to OOB 'reads 1 bytes in memory that was given to free before' \
    'volatile char *a = malloc(9); free((void *)a); (void)*a;'
promise "a read of memory that was freed: OOB" $?
comes_to OOB 'writes 4 bytes past the end of a local array' 'volatile int a[4], *b = a; b[4 + (n > 99)] = 1;'
promise "a write past a local array: OOB" $?
comes_to OOB 'reads 8 bytes outside of the array that it was given' \
    'char a[8] = {0}; if (n) memcpy(a, in + n - 1, 8); volatile char b = a[n % 8]; (void)b;'
promise "a copy is told by the line that asks for it, and not by one of <string.h>" $?
(CC="${CC:-gcc} -D_FORTIFY_SOURCE=2" && export CC &&
    comes_to OOB 'reads 8 bytes outside of the array that it was given' \
        'char a[8] = {0}; if (n) memcpy(a, in + n - 1, 8); volatile char b = a[n % 8]; (void)b;')
promise "also where the system's compiler checks copies by itself" $?
comes_to LEAK '' 'char *volatile a = malloc(n + 1); (void)a;' &&
    grep -q "malloc at 01_serial_radix.c:$line took 4 bytes that were not given back: call free on every way out" \
        "$work/r.json"
promise "memory that is kept: LEAK" $?
comes_to UB "does what C leaves undefined: shift exponent 32 is too large" \
    'volatile unsigned s = 32, x = 1u << s; (void)x;'
promise "a shift by all bits: UB" $?
comes_to UB 'does what C leaves undefined: signed integer overflow' 'volatile int x = 0x7fffffff; x = x + 1;'
promise "a signed sum that is too large: UB" $?
comes_to OK '' 'volatile unsigned x = 0xffffffffu; x = x + 1; volatile int y = 1 << 31; (void)y;'
promise "unsigned sums wrap, and 1 << 31 is what every compiler makes of it" $?
comes_to WA '' 'if (n) ((uint32_t *)in)[n - 1] ^= 1;' &&
    grep -q "the input was changed: index 2 of keys was 7 and is 6, .*01_serial_radix.c:$line writes where it may \
not: to an input" "$work/r.json"
promise "an input that is changed is told so, with its place, its values and the line: WA" $?
grep -q '"class": "input-changed"\|"kind": "input-changed"\|input-changed' "$work/r.json"
promise "and that is a class of failure of its own" $?
comes_to OOB 'writes where it may not: to an input' 'if (n) *(volatile uint32_t *)in = *in;'
promise "the same word written to an input: OOB" $?
comes_to RTE '' 'volatile char a[1 << 24]; a[n] = 1;' &&
    grep -q '01_serial_radix.c:[0-9]* uses up the stack' "$work/r.json"
promise "a crash is told with its line" $?
comes_to 'CHEAT?' '' 'if (getenv("ASAN_OPTIONS")) _exit(0);'
promise "who ends where accesses are checked is looked at" $?
comes_to OOB '' 'volatile uint32_t x = in[n]; (void)x;' --tool memcheck &&
    comes_to OK '' 'volatile uint32_t x = in[n]; (void)x;' --tool none
promise "TOOL=memcheck asks for it, and TOOL=none leaves it out" $?

# Where no sanitizer can be had nobody loses points, and the result says what was left out.
mkdir "$work/bin"
printf '#!/bin/sh\ncase "$*" in *-fsanitize=address*.o*) echo "/usr/bin/ld: cannot find -lasan" >&2; exit 1 ;; '\
'esac\nexec %s "$@"\n' "$(command -v cc)" >"$work/bin/cc"
chmod 755 "$work/bin/cc"
(unset CC && PATH=$work/bin:$PATH && comes_to OK '' 'volatile uint32_t x = in[n]; (void)x;' &&
    grep -q "not checked: the compiler's sanitizers are not installed" "$work/r.json")
promise "without a sanitizer nothing is taken, and a note says it" $?

# Threads of the host.
mkdir "$work/race" && sed -e '/^static void \*merge_part/,/^}/s/    struct part \*p = argument;/&\n    done++;/' \
    -e 's/^static void \*merge_part/static volatile int done;\n&/' solutions/07_block_merge.c \
        >"$work/race/07_block_merge.c"
line=$(grep -n '    done++' "$work/race/07_block_merge.c" | cut -d: -f1)
for sandbox in none auto; do
    build/cpu/grade --folder build/cpu --sandbox $sandbox --submission "$work/race" --lab 07 --stage 5 \
        --result "$work/r.json" >"$work/out" 2>&1 </dev/null
    grep -q '"verdict": "RACE"' "$work/r.json" &&
        grep -q "07_block_merge.c:$line .* what 07_block_merge.c:$line .*, in two threads of the host, \
and nothing orders the two" "$work/r.json"
    promise "a plain counter that two threads of the host raise is a race, with both lines, sandbox $sandbox" $?
done
exit $failed
