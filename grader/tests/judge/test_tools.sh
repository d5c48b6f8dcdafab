#!/bin/sh
# TOOL= of make and of the grader, and the checks of a GPU. For those simtcc stands in for nvcc and a script for
# compute-sanitizer, which tells a race that was read on a GPU.
# Takes turn 4 of 12.
. "$(dirname "$0")/../../../common/tests/promise.sh"
kit=$PWD
mkdir "$work/race"
# A winner is read before it is chosen.
sed '/all claims are in/d' solutions/03_atomic_merge.cu >"$work/race/03_atomic_merge.cu"
grade() { build/cpu/grade --folder build/cpu --lab 03 "$@" >"$work/out" 2>&1; }
says() { grep -qF -- "$1" "$work/out"; }

grade --submission "$work/race" --stage 2 --order forward --tool racecheck
says 'wrong answer' && says 'TOOL=racecheck' &&
    says '      ========= ERROR: Race reported between Atomic access at 03_atomic_merge.cu:'
promise "with TOOL= a wrong answer comes with what the tool says" $?
grade --submission solutions --stage 1 --order forward --tool memcheck,racecheck
says '20/20  ok' && says '      ========= RACECHECK SUMMARY: 0 hazards displayed'
promise "and so does a right one" $?
grade --submission solutions --stage 1 --order forward --tool none
says '20/20  ok' && ! says '========='
promise "TOOL=none checks nothing" $?
SIMT_TOOL=none build/cpu/grade --folder build/cpu --lab 03 --stage 1 --order forward --tool racecheck --submission \
    solutions >"$work/out" 2>&1
says 'RACECHECK SUMMARY'
promise "a variable of the shell does not turn the checks off" $?
TOOL=none grade --submission solutions --stage 1 --order forward && says '20/20  ok'
promise "nor does the TOOL= of a make get into the learner's build" $?
grade --submission solutions --tool tsan
[ $? = 2 ] && says "grade: TOOL is 'tsan'. It can be memcheck, racecheck, initcheck"
promise "a tool that does not exist is refused in a sentence" $?
make bench TOOL=racecheck >"$work/out" 2>&1
[ $? = 2 ] && says 'TOOL goes with check, grade and run. Leave it out of make bench'
promise "TOOL where nothing is watched is refused in a sentence" $?
make -s run N=3000 TOOL=racecheck >"$work/out" 2>&1 && says '3000 u32 keys sorted' &&
    says 'RACECHECK SUMMARY: 0 hazards'
promise "make run TOOL=racecheck sorts in a check build" $?

# A kit whose build for the GPU is the one for the CPU.
mkdir -p "$work/it's a kit/build/it's here" "$work/bin"
for part in Makefile common grader labs solutions; do ln -s "$kit/$part" "$work/it's a kit/$part"; done
ln -s "$kit/build/cpu" "$work/it's a kit/build/gpu" && ln -s "$kit/build/simt" "$work/it's a kit/build/simt"
cat >"$work/bin/compute-sanitizer" <<'SH'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
    --tool) tool=$2 && shift ;;
    --log-file) log=$2 && shift ;;
    --*) shift ;;
    *) break ;;
    esac
    shift
done
case $tool in
$FAILS) cp "$LOG" "$log" ;;
*) printf '========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n' >"$log" ;;
esac
exec "$@"
SH
chmod +x "$work/bin/compute-sanitizer"
gpu() { # TOOL LOG OPTION...
    fails=$1 log=$2
    shift 2
    (cd "$work/it's a kit" && env PATH="$work/bin:$PATH" FAILS="$fails" LOG="$kit/grader/tests/gpu/$log" CXX=g++ \
        NVCC=common/simt/simtcc SIMTCC_QUIET=1 SIMTCC_READY=1 build/gpu/grade --device gpu --folder "build/it's here" \
        --submission solutions --lab 03 --stage 1 "$@") >"$work/out" 2>&1
}
gpu nothing memcheck-host.txt
says '20/20  ok' && ! says 'not checked'
promise "on a GPU a stage whose answers are right is run under compute-sanitizer" $?
gpu racecheck racecheck-rounds.txt
says '0/20  race' && says 'races.cu:78 and Read access' && says 'again: make DEV=gpu check LAB=03 STAGE=1'
promise "and fails when it tells a race" $?
gpu memcheck memcheck-after.txt
says '0/20  out of bounds' && says 'bytes at common/simt/tests/check/bounds.cu:18, by thread 0: Address'
promise "or an access that is out of bounds" $?
gpu memcheck memcheck-api.txt
says '20/20  ok'
promise "and not for a call that gave an error" $?
gpu racecheck racecheck-rounds.txt --tool memcheck
says '20/20  ok' && says '========= ERROR SUMMARY: 0 errors'
promise "with TOOL= these tools alone look, and all they say is shown" $?
gpu racecheck README.md
says '20/20  ok' && says 'not checked by racecheck: the grader cannot read'
promise "what could not be checked is told" $?
exit $failed
