#!/bin/sh
# The rubric's limits, each with a verdict of its own.
# Takes turn 9 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "the limits of a rubric have their verdicts" || exit 0
make -s --no-print-directory rubric-program grade-program >"$work/out" 2>&1
promise "the grader and the rubric's program build" $?
sandboxes=none
headers='1i #include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>'

# Lab 01's first stage, which does CODE first, by LIMITS: VERDICT and WORDS come of it.
comes_to() { # VERDICT WORDS LIMITS CODE [SED]
    rm -rf "$work/sub" && mkdir "$work/sub"
    sed -e "/^void split_by_bit/s/{\$/{ $4/; $headers" -e "${5-}" solutions/01_serial_radix.c \
        >"$work/sub/01_serial_radix.c"
    echo "limits: {$3}" >"$work/rubric.yaml"
    build/cpu/rubric --terms "$work/terms" "$work/rubric.yaml" >"$work/out" 2>&1 || return 1
    for sandbox in $sandboxes; do
        build/cpu/grade --folder build/cpu --sandbox $sandbox --submission "$work/sub" --lab 01 --stage 1 \
            --terms "$work/terms" --result "$work/r.json" >"$work/out" 2>&1 </dev/null
        grep -qF "\"verdict\": \"$1\"" "$work/r.json" && grep -qF -- "$2" "$work/r.json" || return 1
    done
}
comes_to TLE "it is not done after 1 s of processor time" 'seconds: 1' 'for (volatile int i = 0;; i = 0) {}'
promise "a busy loop is over its limit: TLE" $?
sandboxes='none auto'
comes_to WTLE 'not done after 1 s, and all its threads are asleep' 'seconds: 1' 'sleep(60);'
promise "who sleeps through it waits: WTLE" $?
sandboxes=none
comes_to WTLE 'and all its threads are asleep' 'seconds: 1, cpu_seconds: 1' 'raise(SIGSTOP);'
promise "and so does who stops itself" $?
comes_to TLE 'after 1 s of processor time' 'seconds: 60, cpu_seconds: 1' \
    'signal(SIGXCPU, SIG_IGN); for (volatile int i = 0;; i = 0) {}'
promise "processor time has a limit of its own, also for who does not listen: TLE" $?
sandboxes='none auto'
comes_to MLE 'of memory' 'memory_mb: 100' 'for (;;) { char *a = malloc(1 << 24); memset(a, 1, 1 << 24); usleep(1000); }'
promise "memory has a limit: MLE" $?
sandboxes=none
comes_to OLE 'prints more than 1 MB' 'output_mb: 1' \
    'for (int i = 0; i < 100000; i++) puts("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");'
promise "and so has what is printed: OLE" $?
comes_to OK '"points": 20' 'memory_mb: 100, output_mb: 8' \
    'for (int i = 0; i < 1000; i++) puts("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");'
promise "within the limits a right answer is right" $?
sed '/^void split_by_bit/s/{$/{ for (volatile int i = 0;; i = 0) {}/' solutions/01_serial_radix.c \
    >"$work/sub/01_serial_radix.c"
build/cpu/grade --folder build/cpu --sandbox none --submission "$work/sub" --lab 01 --tool none --serial --budget 1 \
    --result "$work/r.json" >"$work/out" 2>&1 </dev/null
[ $? = 3 ] && grep -q '"message": "it is not done after [0-9]* s of processor time' "$work/r.json" &&
    [ "$(grep -c '"message": "it was not run: the lab may work for 1 s of processor time' "$work/r.json")" = 5 ]
promise "a lab has a budget for all stages together, and those behind it are not run" $?
comes_to CLE 'compil' 'seconds: 10' '' '$a char much[1u << 30] = {1};'
promise "and so has the compiler: CLE" $?

# Host code that reads what lies on the device has no thread to be named by: its line is said, and what to do.
mkdir "$work/host" &&
    sed '0,/    CU_LAUNCHED();/s//&\n    out[0] = d_keys[0];/' solutions/02_strided_buckets.cu \
        >"$work/host/02_strided_buckets.cu"
line=$(grep -n 'out\[0\] = d_keys' "$work/host/02_strided_buckets.cu" | cut -d: -f1)
build/cpu/grade --folder build/cpu --sandbox none --submission "$work/host" --lab 02 --stage 1 --result "$work/r.json" \
    >"$work/out" 2>&1 </dev/null
grep -q "host code to device memory at 02_strided_buckets.cu:$line: .*Copy it with cudaMemcpy" "$work/r.json"
promise "host code that touches device memory is told its line and the remedy" $?

# Right by another method, here with each barrier twice: half of the stage's points.
sed 's/^\( *\)__syncthreads();/\1__syncthreads(), __syncthreads();/' solutions/03_atomic_merge.cu \
    >"$work/host/03_atomic_merge.cu"
build/cpu/grade --folder build/cpu --sandbox none --submission "$work/host" --lab 03 --stage 4 --result "$work/r.json" \
    >"$work/out" 2>&1 </dev/null
grep -q ' 12/25  another method$' "$work/out" && grep -q '"points": 12,' "$work/r.json" &&
    grep -q ' 12 of 25 points' "$work/out" &&
    grep -q '"message": "right, but 6[.0-9]* barriers of a block per key (at most [.0-9]*)"' "$work/r.json"
promise "a right answer by another method keeps half of the points, and is told what was counted" $?

# What is the grader's own fault may be gone at the second try: a make that cannot be started, once or for ever.
mkdir "$work/bin" "$work/two" && cp solutions/02_strided_buckets.cu "$work/two"
cat >"$work/bin/make" <<END
#!/bin/sh
case "\$*" in
*TOOL=memcheck*) echo tried >>"$work/tries" && [ "\$(wc -l <"$work/tries")" -gt "\$FAULTS" ] || exit 127 ;;
esac
exec $(command -v make) "\$@"
END
chmod 755 "$work/bin/make"
with_faults() { # FAULTS VERDICT TRIES
    rm -f "$work/tries"
    FAULTS=$1 PATH="$work/bin:$PATH" build/cpu/grade --folder build/cpu --sandbox none --submission "$work/two" \
        --lab 02 \
        --stage 1 --result "$work/r.json" >"$work/out" 2>&1 </dev/null
    code=$?
    grep -qF "\"verdict\": \"$2\"" "$work/r.json" && [ "$(wc -l <"$work/tries")" = "$3" ]
}
with_faults 1 OK 2 && [ $code = 0 ]
promise "what is the grader's own fault is tried again, and can come out right" $?
with_faults 9 IE 2 && [ $code = 2 ] &&
    grep -q '"message": "it builds, but not with the checkers: make cannot be started' "$work/r.json"
promise "and when it is at fault twice, that is what is said: IE" $?
exit $failed
