#!/bin/sh
# make test itself: tests that do not build end it, and a package that is missing costs what takes it and nothing else.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/copy.sh
unset ALL # of the run that this is a part of
# Stands in for the search for packages: none but the core's are here, and none can be had.
cat >common/build/deps.sh <<'END'
[ "$*" != core ] && [ "$*" != 'core cpu' ] || exit 0
[ "$1" = --missing ] && echo 'libnone-dev' || echo "make: this needs libnone-dev" >&2
exit 2
END

for suite in $(grep -l '^needs .* || exit 0$' grader/tests/*/test_*.sh common/tests/test_*.sh); do
    sh "$suite" >"$work/suite" 2>&1 && grep -q '^skip - .* (.*libnone-dev.*)$' "$work/suite" &&
        ! grep -q '^ok\|^not ok' "$work/suite" ||
        { echo "$suite" && cat "$work/suite"; }
done >"$work/out"
[ ! -s "$work/out" ]
promise "a suite that takes packages which are missing is skipped by name, with the command that installs them" $?

echo 'build/cpu/common/timer.o: common/gone.c' >build/cpu/common/gone.d
rm build/cpu/common/timer.o
$make build/cpu/common/timer.o >"$work/out" 2>&1
promise "what was built before an update moved a source does not stop make" $?

# Two suites are left.
rm -f common/tests/test_*.sh common/simt/tests/test_*.sh grader/tests/*/test_*.sh
echo 'echo "ok - it runs"' | tee common/tests/test_one.sh >common/simt/tests/test_two.sh
printf '. common/tests/promise.sh\nneeds class "a class" || exit 0\necho "ok - it does not"\n' \
    >grader/tests/class/test_class.sh
run() { env -u MAKEFLAGS -u MAKELEVEL sh common/build/test.sh >"$work/out" 2>&1; }

echo 'int x = ;' >>common/tests/test_keys.c
run
[ $? = 2 ] && [ "$(tail -n 1 "$work/out")" = '0 passed, 1 failed, 0 skipped' ] &&
    grep -q '^common/tests/test_keys.c:[0-9]*:.* error: ' "$work/out" && ! grep -q ' ok \| NOT OK ' "$work/out"
promise "tests that do not build end make test, with the compiler's words and one failure" $?

mkdir "$work/bin" && printf '#!/bin/sh\n' >"$work/bin/make" && chmod 755 "$work/bin/make" # all is built
rm -rf build/cpu/tests
PATH=$work/bin:$PATH run
[ $? = 0 ] && [ "$(tail -n 1 "$work/out")" = '2 passed, 0 failed, 2 skipped' ] &&
    grep -q 'skip - a class (no libnone-dev; type sh common/build/deps.sh class)' "$work/out"
promise "without the packages of class runs all else is built and tested" $?

printf '# Takes turn 2 of 12.\necho "ok - it was long"\n' >common/tests/test_long.sh
printf '#!/bin/sh\necho 0\n' >"$work/bin/nproc" && chmod 755 "$work/bin/nproc" # one suite at a time
cp common/tests/test_long.sh grader/tests/class/test_turn.sh
DRAW=2 PATH=$work/bin:$PATH run
[ "$(grep -o '^[a-z/]*/test_[a-z]*' "$work/out" | xargs -n 1 basename | tr '\n' ' ')" = \
    'test_intake test_long test_turn test_one test_two test_class ' ]
promise "long suites begin before short ones" $?
rm "$work/bin/nproc" grader/tests/class/test_turn.sh
turns() { PATH=$work/bin:$PATH run; sed -n 's/^.*test_long.sh *\(. ok .*skipped\|. ok\) .*/\1/p' "$work/out"; }
[ "$(DRAW=1 turns), $(DRAW=2 turns), $(DRAW=601 turns), $(DRAW=1 ALL=1 turns)" = \
    '0 ok 1 skipped, 1 ok, 0 ok 1 skipped, 1 ok' ] && sed -i 's/12/3/' common/tests/test_long.sh &&
    [ "$(DRAW=1 turns), $(DRAW=2 turns), $(DRAW=602 turns)" = '0 ok 1 skipped, 1 ok, 1 ok' ] &&
    [ "$(PATH=$work/bin:$PATH && env -u MAKEFLAGS DRAW=1 sh common/build/test.sh test_long | tail -n 1)" = \
        '1 passed, 0 failed, 0 skipped' ]
promise "a long suite that takes turns runs in its own, with ALL=1 and by its name, and else is skipped by name" $?
exit $failed
