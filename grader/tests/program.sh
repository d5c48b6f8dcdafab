# For tests of the program `run`: RUN is where it is, kit the kit's top folder; they stand in a folder of their own,
# $work.
#     . "$(dirname "$0")/../program.sh"
. "$(dirname "$0")/../../../common/tests/promise.sh"
kit=$PWD
RUN=$(readlink -f "${RUN:-build/cpu/solutions/run}") && [ -x "$RUN" ] || {
    echo "not ok - the program is built"
    exit 1
}
trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 2

# ok PROMISE CODE: says how a test went, with the program's words when it went wrong.
ok() {
    [ "$2" = 0 ] || head -n 5 said heard >words 2>/dev/null
    report "$1" "$2" words
}

# Nothing is left in any folder of the tests that is not to be there.
clean() {
    [ -z "$(find . -name '.sortlab-*' -o -name '*.runs')" ]
}
as_it_was() {
    [ "$(cat kept.bin)" = "as it was" ]
}

# whole N LEAST SPAN: N whole numbers, from LEAST on.
whole() {
    awk -v n="$1" -v least="$2" -v span="$3" \
        'BEGIN { srand(1); for (i = 0; i < n; i++) printf "%.0f\n", least + int(rand() * span) }'
}

# rows WORD...: the report has these rows.
rows() {
    for row in "$@"; do grep -q "^$row  " said || return 1; done
}

# As little memory as there can be, where the labs sort.
small="--host-memory 1M --device-memory 64K --block bitonic"
fast() { # ARGUMENT...: in as little memory as there can be, unless they say
    "$RUN" --engine fast --resume 1 --host-memory 16M "$@" >said 2>heard
}
again() { # the same command goes on, and the result is right
    fast --in in.bin --out kept.bin "$@" && cmp -s kept.bin want.bin && clean
}

# ended PROGRAM: it has, whether or not it has been waited for.
ended() {
    case $(cat "/proc/$1/stat" 2>/dev/null) in '' | *') Z '*) return 0 ;; esac
    return 1
}
# stopped FILE TIMES COMMAND...: $program begins, and stops by itself behind so many reads or syncs of a file of this
# name. Syncs of a journal are one more than the runs in it. It is false where the program ends before.
stopped() {
    file=$1 times=$2 && shift 2
    [ -e stops.so ] || gcc -shared -fPIC -o stops.so "$kit/grader/tests/sort/stops.c" || return
    LD_PRELOAD=$PWD/stops.so STOPS_BEHIND=$file STOPS_AT=$times "$@" >said 2>heard &
    program=$!
    until grep -q '^State:.T' "/proc/$program/status"; do
        ended $program && return 1
        sleep 0.01
    done 2>/dev/null
}

# large_files: in.bin is larger than that memory, some.bin is a part of it, and want.bin has its keys in order; the same
# as text. by_qsort sorts binary words by the library's qsort; with a type it writes them as text.
large_files() {
    cat >by_qsort.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_i32;

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b, sign = is_i32 ? 1u << 31 : 0;
    return ((x ^ sign) > (y ^ sign)) - ((x ^ sign) < (y ^ sign));
}

int main(int n, char **arguments) {
    static uint32_t words[1 << 23];
    size_t count = fread(words, 4, 1 << 23, stdin);
    is_i32 = n > 1 && strcmp(arguments[1], "i32") == 0;
    qsort(words, count, 4, compare);
    if (n == 1) return fwrite(words, 4, count, stdout) != count;
    for (size_t i = 0; i < count; i++)
        printf(is_i32 ? "%d\n" : "%u\n", words[i]);
    return 0;
}
END
    gcc -O2 -w -o by_qsort by_qsort.c
    head -c 17000000 /dev/urandom >in.bin
    head -c 800000 in.bin >some.bin
    ./by_qsort <in.bin >want.bin
    od -An -v -tu4 -w4 in.bin | tr -d ' ' >in.txt
    od -An -v -tu4 -w4 want.bin | tr -d ' ' >want.txt
}
