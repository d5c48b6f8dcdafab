#!/bin/sh
# make bench: rows are verified, a liar is found, what cannot be measured is named; and what is written down.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
says() { grep -q -- "$1" "$work/out"; }
make="make -s --no-print-directory"
flock build/cpu/lock $make build/cpu/solutions/matrix build/cpu/solutions/host build/cpu/report >"$work/out" 2>&1
promise "the programs of make bench build without a GPU" $?
matrix=build/cpu/solutions/matrix report=$PWD/build/cpu/report

# Columns, verdicts and numbers of a file of rows.
bad_rows() {
    awk -F, 'NR == 1 { columns = NF; if (NF != 13) print "heading: " $0; next } /^#/ { next }
        NF != columns || $5 + 0 <= 0 || $6 + 0 <= 0 || $8 + 0 <= 0 || $13 != "yes" ||
            ($10 != "" && $11 + 0 <= 0) { print }
        END { if (NR < 3) print "no rows" }' "$1"
}
"$matrix" --csv "$work/rows.csv" --quick --repeats 2 --greatest 10 >"$work/out" 2>&1 &&
    bad_rows "$work/rows.csv" >"$work/out" && [ ! -s "$work/out" ]
promise "on the CPU runtime every row has its columns and is verified" $?
"$matrix" --csv "$work/again.csv" --shape again --repeats 2 --greatest 10 >"$work/out" 2>&1 &&
    bad_rows "$work/again.csv" >"$work/out" && [ ! -s "$work/out" ] &&
    [ "$(grep -c '^again,13 fast sort,u32,' "$work/again.csv")" -gt 30 ] &&
    ! grep '^again,' "$work/again.csv" | grep -qv '^again,\(copy\|13 fast sort[^,]*\),'
promise "SHAPE=again has the fast sort's keys of every distribution, and nobody else" $?
# What people sort: floats by their mean and deviation, text by its letters, order by neighbours.
cat >"$work/real.cu" <<'C'
#include <math.h>
#include <string.h>
#include "common/cu.h"
#include "grader/bench/matrix/fill.h"
enum { N = 1 << 16 };
int main() {
    static uint32_t keys[N];
    uint32_t *d_keys = (uint32_t *)cu_alloc(sizeof(keys));
    for (size_t k = 0; k < bench_dist_count; k++) {
        if (bench_dists[k].kind != DIST_REAL) continue;
        bool floats = bench_dists[k].by <= REAL_DEPTH;
        double sum = 0, squares = 0, falls = 0, odd = 0;
        bench_fill(d_keys, nullptr, N, &bench_dists[k], floats ? KEY_F32 : KEY_U32, 7, 0);
        cu_download(keys, d_keys, sizeof(keys));
        for (int i = 0; i < N; i++) {
            float as_float;
            memcpy(&as_float, &keys[i], sizeof(as_float));
            double key = floats ? as_float : keys[i];
            if (!std::isfinite(key)) { odd++; continue; }
            sum += key, squares += key * key, falls += i > 0 && keys[i - 1] > keys[i];
        }
        double n = N - odd, mean = sum / n;
        printf("%s,%.3g,%.3g,%.0f,%.2f\n", bench_dists[k].name, mean, sqrt(squares / n - mean * mean), falls, odd / N);
    }
}
C
common/simt/simtcc -O1 -w -I. -o "$work/real" "$work/real.cu" grader/bench/matrix/fill.cu -lm >"$work/out" 2>&1 &&
    "$work/real" >"$work/out" && awk -F, '
        function near(x, y) { return x > y - 0.03 && x < y + 0.03 }
        $1 ~ /^normal/ && near($2, 0) && near($3, 1) || $1 ~ /^exponential/ && near($2, 1) && near($3, 1) { good++ }
        $1 ~ /0 to 1/ && near($2, 0.5) && near($3, 0.2887) || $1 ~ /^log/ && $2 > 6 && $2 < 9 { good++ }
        $1 ~ /NaN/ && near($5, 3 / 16) || $1 !~ /NaN/ && $5 == 0 { good++ }
        $1 == "ages" && $2 > 30 && $2 < 45 || $1 == "prices" && $2 > 3000 && $2 < 3700 { good++ }
        $1 == "sorted runs" && $4 == 63 || $1 == "saw teeth" && $4 == 15 { good++ }
        $1 ~ /^blocks/ && $4 < 64 || $1 == "time stamps" && $4 > 20000 && $3 < 20000 { good++ }
        END { exit !(NR == 16 && good == 26) }' "$work/out"
promise "floats, prices, ages, runs and time stamps of the grid are spread as their names say" $?
for file in labs/*/bench.c; do
    lab=${file#labs/} && lab=${lab%%_*}
    ls labs/"${lab}"_*/stages.c >/dev/null 2>&1 || continue
    cut -d, -f2 "$work/rows.csv" | grep -qE "^([0-9 ]* )?$lab " || echo "lab $lab has no row"
done >"$work/out"
[ ! -s "$work/out" ]
promise "every lab that is there and has a file of rows has a row" $?

# Who does nothing, who loses keys and who sorts the wrong way, linked beside the others.
cat >"$work/liar.c" <<'C'
#include <string.h>
#include "grader/bench/matrix/matrix.h"
static void idle(const struct job *job) { (void)job; }
static void zero(const struct job *job) { memset(job->out, 0, job->n * sizeof(*job->out)); }
static void same(const struct job *job) { memcpy(job->out, job->in, job->n * sizeof(*job->out)); }
static size_t huge(const struct job *job) { (void)job; return (size_t)1 << 50; }
static const struct contender liars[] = {
    {.what = "99 idle", .types = TYPE_U32, .most = SIZE_MAX, .run = idle},
    {.what = "99 zero", .types = TYPE_U32, .most = SIZE_MAX, .run = zero},
    {.what = "99 same", .types = TYPE_U32, .most = SIZE_MAX, .run = same},
    {.what = "99 huge", .types = TYPE_U32, .most = SIZE_MAX, .run = idle, .temp_bytes = huge},
};
__attribute__((constructor)) static void enter(void) {
    for (int i = 0; i < 4; i++) bench_enter(&liars[i]);
}
C
gcc -std=c11 -D_GNU_SOURCE -I. -isystem common/simt/include -c -o "$work/liar.o" "$work/liar.c" >"$work/out" 2>&1 &&
    make -n -W common/check.c build/cpu/solutions/matrix 2>/dev/null | grep -e "-o $matrix " |
        sed "s#-o $matrix #-o $work/liar $work/liar.o #" >"$work/link" &&
    sh "$work/link" >>"$work/out" 2>&1 &&
        "$work/liar" --csv "$work/liar.csv" --shape sizes --greatest 7 --repeats 2 >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -cE '^sizes,99 (idle|zero|same),.*,WRONG$' "$work/liar.csv")" -ge 3 ] &&
    ! grep -q "^sizes,99 .*,yes$" "$work/liar.csv"
promise "who does nothing, loses keys or leaves them as they were is WRONG, and the run fails" $?
says 'left out: 99 huge, 128 keys: it needs 1125899.* GB of device memory' && ! grep -q '99 huge' "$work/liar.csv"
promise "who needs more memory than there is has no row, and is named" $?
"$matrix" --csv "$work/none.csv" --shape gird >"$work/out" 2>&1
[ $? = 2 ] && says "SHAPE is 'gird'. It can be sizes, grid, staircase, all or again"
promise "a shape that is none is named" $?
build/cpu/solutions/host --csv "$work/host.csv" --quick --greatest 10 >"$work/out" 2>&1 &&
    bad_rows "$work/host.csv" >"$work/out" && [ ! -s "$work/out" ] &&
    grep -q '^host sort,std::sort,' "$work/host.csv" &&
        grep -qE '^host sort,01 radix by digits,.*,(std::sort|vqsort AVX2|ips4o),' "$work/host.csv" &&
        grep -q '^host merge 16,07 tree of losers,.*,multiway_merge,' "$work/host.csv"
promise "the host's ways stand beside those of the compiler's library" $?

# What a run on a GPU leaves behind: with a matrix that knows its rows by heart.
kit=$work/kit
mkdir -p "$kit/docs/pictures" "$kit/build/gpu/solutions" "$kit/bin"
cp grader/bench/bench.sh "$kit" && ln -s "$report" "$kit/build/gpu/report"
printf '#!/bin/sh\necho 580.1\n' >"$kit/bin/nvidia-smi" && printf '#!/bin/sh\necho release 13.0,\n' >"$kit/bin/nvcc"
cat >"$kit/build/gpu/solutions/matrix" <<'SH'
#!/bin/sh
while [ $# -gt 0 ]; do case $1 in --csv) csv=$2 ;; --shape) shape=$2 ;; --note) note=$2 ;; esac; shift; done
row() { echo "$1,$2,$3,$4,$5,2.5,0.01,$6,0.2,$7,$8,1024,${verified:-yes}"; }
{
    echo shape,what,type,distribution,n,median_ms,spread_ms,gkeys_s,of_copy,peer,ratio,temp_bytes,verified
    case $shape in sizes | all)
        echo "# sizes; Some GPU; 2026-01-02; $note"
        row sizes "13 fast sort" u32 uniform 268435456 "${rate:-107.4}" "CUB radix sort" 2.18
        row sizes "CUB radix sort" u32 uniform 268435456 49.3 "" "" ;;
    esac
    case $shape in grid | all)
        echo "# grid; Some GPU; 2026-01-02; $note"
        row grid "13 fast sort" u32 uniform 268435456 107.4 "CUB radix sort" 2
        row grid "13 fast sort" u32 "Zipf 1" 268435456 60 "CUB radix sort" "${worst:-0.50}" ;;
    esac
    case $shape in staircase | all)
        echo "# staircase; Some GPU; 2026-01-02; $note"
        row staircase copy u32 uniform 268435456 530 "" ""
        row staircase "01 radix by bits" u32 uniform 4194304 0.024 "CUB radix sort" 0.001
        row staircase "CUB radix sort" u32 uniform 268435456 49.3 "" "" ;;
    esac
} >"$csv"
[ "${verified:-yes}" = yes ]
SH
chmod +x "$kit"/bin/* "$kit/build/gpu/solutions/matrix"
printf '# Top\n<!-- bench -->\nold\n<!-- end of bench -->\nbottom\n' >"$kit/README.md"
bench() { (cd "$kit" && PATH=$kit/bin:$PATH sh bench.sh gpu build/gpu/solutions "$@") >"$work/out" 2>&1; }
bench '' '' && sed -n 1,2p "$kit/README.md" | tr '\n' ' ' | grep -qx '# Top <!-- bench --> ' &&
    [ "$(tail -n 1 "$kit/README.md")" = bottom ] && ! grep -q '^old$' "$kit/README.md" &&
    grep -qF '| 13 fast sort | u32 | 2^28 | 107.4 | CUB radix sort, 49.3 | **2.18** | 20 % |' "$kit/README.md" &&
    grep -q 'Some GPU, 2026-01-02, driver 580.1, CUDA 13.0, make DEV=gpu bench' "$kit/README.md" &&
        grep -qxF '| 13 fast sort | 2^28 | 1.00 | 0.50 | Zipf 1, u32 |' "$kit/README.md"
promise "a run writes the table, with device, date and command, between the README's marks and nowhere else" $?
[ "$(grep -c . "$kit/docs/bench.csv")" = 11 ] && cp "$kit/docs/bench.csv" "$work/first.csv" &&
    rate=111.1 bench '' sizes &&
    [ "$(grep -c . "$kit/docs/bench.csv")" = 11 ] && grep -q '^sizes,13.*,111.1,' "$kit/docs/bench.csv" &&
        grep -q '^grid,13' "$kit/docs/bench.csv" && grep -qF '| 111.1 |' "$kit/README.md" && ! says 'no picture'
promise "a run of one shape replaces the rows of that shape" $?
cp "$kit/README.md" "$work/README" && cp "$kit/docs/bench.csv" "$work/second.csv"
rate=99.9 bench 1 '' && says 'a quick run leaves docs/bench.csv' && cmp -s "$kit/README.md" "$work/README" &&
    cmp -s "$kit/docs/bench.csv" "$work/second.csv" &&
    ! verified=WRONG bench '' '' && cmp -s "$kit/README.md" "$work/README" &&
        cmp -s "$kit/docs/bench.csv" "$work/second.csv"
promise "a quick run and one with a wrong row leave page and rows as they are" $?
sed -i '/end of bench/d' "$kit/README.md" && ! bench '' '' && says 'README.md has no lines <!-- bench -->' &&
    grep -q '^bottom$' "$kit/README.md"
promise "a page without marks is left alone, and named" $?

for picture in grid staircase; do
    "$report" $picture "$work/first.csv" >"$work/$picture.svg" 2>"$work/out" && "$report" $picture "$work/first.csv" |
        cmp -s - "$work/$picture.svg" || echo "$picture: two drawings differ"
    ! command -v xmllint >/dev/null || xmllint --noout "$work/$picture.svg" 2>&1
    grep -q '^<title>..*</title>$' "$work/$picture.svg" &&
        grep -q '^<desc>.*docs/bench.csv.*</desc>$' "$work/$picture.svg" || echo "$picture: says not what it shows"
done >"$work/bad"
[ ! -s "$work/bad" ] && grep -q '>0.50<' "$work/grid.svg" &&
    grep -q '1 are below 1. The least is 0.50, of 13 fast sort for Zipf 1' "$work/grid.svg" &&
    grep -q '>24 M, 2^22<' "$work/staircase.svg" && cat "$work/bad" >"$work/out"
promise "pictures are XML with words for who cannot see them, and the same rows give the same bytes" $?
for picture in grid staircase; do
    "$report" $picture docs/bench.csv | cmp - docs/pictures/$picture.svg
done >"$work/out" 2>&1
sed '1,/^<!-- bench -->$/d; /^<!-- end of bench -->$/,$d' README.md >"$work/table" && "$report" table docs/bench.csv |
    diff - "$work/table" >>"$work/out"
[ ! -s "$work/out" ]
promise "the README's table and pictures are what docs/bench.csv gives" $?
sed 's/,107.4,/,/' "$work/first.csv" >"$work/short.csv"
! "$report" table "$work/short.csv" >"$work/out" 2>&1 && says 'short.csv:3: this is no row of 13 columns' &&
    ! "$report" grid "$work/nowhere.csv" >"$work/out" 2>&1 &&
    says 'nowhere.csv cannot be read; make DEV=gpu bench writes it'
promise "rows that are not as they should be are named" $?
exit $failed
