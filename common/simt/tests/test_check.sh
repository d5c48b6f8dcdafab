#!/bin/sh
# What check builds promise: small kernels with a known verdict, programs and their lines, with g++ and clang++.
# Takes turn 5 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
tests=common/simt/tests

# The greatest severity in a report, or clean.
verdict_of() {
    for severity in ERROR WARNING INFO; do
        grep -q "\"severity\": \"$severity\"" "$1" && echo $severity && return
    done
    echo clean
}

# All kernels of a file that lists them: `program` prints names and verdicts, `program NAME` runs one.
bank() { # CXX FILE TOOL
    program=$work/$1-$3 log=$work/$1-$3.log json=$work/$1-$3.json
    CXX=$1 common/simt/simtcc --tool=$3 -O2 -w --extended-lambda -o "$program" $tests/check/$2 >"$log" 2>&1 || {
        report "$2 builds with --tool=$3, with $1" 1 "$log"
        return
    }
    SIMT_TOOL=none "$program" | while read -r name want; do
        good=0
        for order in forward random:1; do
            [ $order = forward ] && overlap=4 || overlap=1
            SIMT_OVERLAP=$overlap SIMT_ORDER=$order SIMT_REPORT=$json timeout 600 "$program" "$name" >"$log" 2>&1
            code=$?
            [ "$(verdict_of "$json")" = "$want" ] || good=1
            [ "$want" = ERROR ] && want_code=1 || want_code=0
            [ $code = $want_code ] || good=1
            [ $good = 0 ] || break
        done
        report "$3: $name is $want, with $1" $good "$log"
    done
}

# Line numbers are those of the file as it was written, and the same run gives the same report.
lines() { # CXX
    program=$work/$1-racecheck file=$tests/check/races.cu log=$work/$1.lines
    first=$(grep -n '// first' $file | cut -d: -f1) second=$(grep -n '// second' $file | cut -d: -f1)
    "$program" raw_shared >"$log" 2>&1
    grep -q "^========= ERROR: Race reported between Write access at $file:$first and Read access at $file:$second" \
        "$log" &&
        grep -q "^=========     s\[[0-9]*\] in shared memory, by thread" "$log"
    report "a race is told with both lines and the array's name, with $1" $? "$log"
    "$program" device_variable >"$log.variable" 2>&1
    grep -q '^=========     counter in global memory, by thread' "$log.variable"
    report "a race in a __device__ variable is told with its name, with $1" $? "$log.variable"
    "$program" raw_shared >"$log.again" 2>&1
    cmp -s "$log" "$log.again"
    report "two runs give the same report, byte for byte, with $1" $? "$log"
    SIMT_ERROR_EXITCODE=7 "$program" raw_shared >"$log" 2>&1
    [ $? = 7 ]
    report "SIMT_ERROR_EXITCODE sets the exit code, with $1" $? "$log"
}

# In compute-sanitizer's words.
words() { # CXX
    program=$work/$1-memcheck file=$tests/check/bounds.cu log=$work/$1.words
    line=$(grep -n '// read' $file | cut -d: -f1)
    "$program" one_after >"$log" 2>&1
    grep -q '^========= Invalid __global__ read of size 4 bytes$' "$log" &&
        grep -q "^=========     at touch.* in $file:$line\$" "$log" &&
        grep -q '^=========     by thread (0,0,0) in block (0,0,0)$' "$log" &&
        grep -q 'is 1 bytes after the nearest allocation at 0x[0-9a-f]* of size 400 bytes' "$log"
    report "an invalid access is told with its line, its thread and the allocation, with $1" $? "$log"
}

# Shared memory of another block of the cluster: whose it is stands in the report.
clusters() { # CXX
    program=$work/$1-racecheck,memcheck,initcheck file=$tests/check/clusters.cu log=$work/$1.clusters
    read=$(grep -n '// read' $file | cut -d: -f1) ended=$(grep -n '// ended' $file | cut -d: -f1)
    CXX=$1 common/simt/simtcc --tool=racecheck,memcheck,initcheck -O2 -w -o "$program" $file >"$log" 2>&1
    for case in "no_barrier_before Read access at $file:$read" \
        'no_barrier_before s_words.*, of block (1,0,0), by thread .* of block (1,0,0) and thread .* of block (0,0,0)' \
        'beyond_the_array is 1 bytes after s_words of size 256 bytes, of block (0,0,0)' \
        'never_written s_words.[0-9]*. in shared memory, of block (1,0,0)' "leave_and_read at .* in $file:$ended" \
        'leave_and_read s_words.*, of block (1,0,0), which '; do
        SIMT_ORDER=reverse "$program" "${case%% *}" >"$log" 2>&1
        grep -q -- "${case#* }" "$log" || break
    done
    report "a finding in another block's shared memory names that block, with $1" $? "$log"
}

# Whatever the folder is called, lines are those of the program: in kernels, in headers of the runtime that they call,
# in host code and in the sentence of a fault.
folders() { # CXX
    folder="$work/$1's \"läb\" (1) & \$HOME/simt/include/simt/check" simtcc=$PWD/common/simt/simtcc \
        log=$work/$1.folders
    mkdir -p "$folder" && cat >"$folder/host.cu" <<'CU'
__global__ void touch(int *p) { atomicAdd(p + 100, 1); }
int main() {
    int *p;
    cudaMalloc((void **)&p, 400);
    cudaMemset(p, 0, 1 << 20);
    touch<<<1, 1>>>(p);
    touch<<<1, 1>>>((int *)16);
    return cudaDeviceSynchronize() == cudaSuccess;
}
CU
    (cd "$folder" && CXX=$1 "$simtcc" -w -g --tool=memcheck -o checked host.cu &&
        CXX=$1 "$simtcc" -w -g -o plain host.cu
        ./checked) >"$log" 2>&1
    (cd / && "$folder/checked"; "$folder/plain") >"$log.far" 2>&1
    grep -qxF '=========     at touch in host.cu:1' "$log" &&
        grep -qxF '=========     at host code in host.cu:5' "$log" &&
        grep -qxF "=========     at touch in $folder/host.cu:1" "$log.far" &&
            grep -qF " at $folder/host.cu:1" "$log.far"
    report "names of folders with blanks, quotes or a runtime's do not hide a line, with $1" $? "$log.far"
    cat >"$folder/apart.cu" <<'CU'
__global__ void apart() {
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads();
}
int main() {
    apart<<<1, 64>>>();
    return cudaDeviceSynchronize() == cudaSuccess;
}
CU
    CXX=$1 "$simtcc" -w --tool=synccheck -o "$folder/apart" "$folder/apart.cu" >"$log" 2>&1 &&
        (cd "$folder" && ./apart) >"$log" 2>&1
    grep -qxF '=========     at apart in apart.cu:3' "$log" && grep -q '^=========     and in apart.cu:5 ' "$log"
    report "a barrier is told by its file as it is seen from here, with $1" $? "$log"
}

# Where the system's compiler checks copies by itself, a copy is still told by its line, and not by one of <string.h>.
copies() { # CXX
    simtcc=$PWD/common/simt/simtcc folder=$work/$1-copies log=$work/$1-copies.log
    mkdir -p "$folder"
    cat >"$folder/copy.cu" <<'CU'
#include <cstring>
int to[64], *from;
int main(int argc, char **) {
    cudaMallocHost(&from, 64);
    memset(from, 0, 64);
    memcpy(to, from, 63 + 2 * argc);
}
CU
    (cd "$folder" && CXX=$1 "$simtcc" -Xcompiler -D_FORTIFY_SOURCE=2 -O2 -w --tool=memcheck -o copy copy.cu &&
        ./copy) >"$log" 2>&1
    grep -qxF '========= Invalid host read of size 65 bytes' "$log" &&
        grep -qxF '=========     at host code in copy.cu:6' "$log"
    report "a copy of too many bytes is told by its own line, with $1" $? "$log"
}

# The programs that are right are clean.
. common/simt/tests/libraries.sh
thrust=$(sh common/build/deps.sh --missing thrust)
[ ! "$thrust" ] || echo "skip - programs with Thrust are clean (its package, $thrust, is not installed)"
programs() { # CXX
    for file in $(some $tests/programs/*.cu); do
        files=$file name=${file##*/} program=$work/$1-program log=$work/$1-program.log tools=all
        case ${thrust:+no_}$name in
        no_thrust_* | *two_files_main.cu) continue ;;
        *large_shifts.cu) continue ;; # a check build ends a kernel that shifts too far (undefined.cu)
        *two_files.cu) files="$file $tests/programs/two_files_main.cu" ;;
        *warp_in_step.cu) tools=memcheck,initcheck ;; # racecheck warns, and is right: CUDA does not promise it
        esac
        ! grep -qx '// Errors of the API are meant.' "$file" || tools=racecheck,initcheck # memcheck tells them
        CXX=$1 common/simt/simtcc --tool=all -O2 -rdc=true --extended-lambda -w -o "$program" $files \
            $(libraries $files) >"$log" 2>&1 || ! lacks_package "$log" "${name%.cu} is clean, with $1" || continue
        [ -x "$program" ] && SIMT_TOOL=$tools timeout 600 "$program" >"$log" 2>&1 && grep -q '^PASS' "$log" &&
            grep -q '^========= ERROR SUMMARY: 0 errors' "$log" &&
            ! grep -q '^========= RACECHECK SUMMARY: [1-9]' "$log"
        report "${name%.cu} is right and clean in a check build, with $1" $? "$log"
        rm -f "$program"
    done
}

job() { # CXX
    if ! command -v "$1" >/dev/null; then
        echo "skip - check builds with $1 (it is not installed)"
        return
    fi
    bank "$1" races.cu racecheck
    bank "$1" bounds.cu memcheck
    bank "$1" undefined.cu memcheck,profile
    bank "$1" ptx.cu racecheck,memcheck,initcheck
    bank "$1" clusters.cu racecheck,memcheck,initcheck
    clusters "$1"
    lines "$1"
    words "$1"
    folders "$1"
    copies "$1"
    programs "$1"
}

[ ! "${ONLY:-}" ] || { job "$ONLY"; exit; }
job clang++ >"$work/out" 2>&1 &
job g++ | tee "$work/out.too"
wait
cat "$work/out"
! grep -q '^not ok' "$work/out" "$work/out.too"
