#!/bin/sh
# Everything the kit promises: builds the tests, runs them, fast ones first, and adds up what they say.
# A test prints a line for each promise: `ok - …`, `not ok - …` or `skip - … (why)`.
set -u
make="make -s --no-print-directory"
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM

# Runs a command and counts its lines; one that fails without saying why counts as a failure itself.
suite() {
    title=$1
    shift
    began=$(date +%s)
    "$@" >"$log" 2>&1 </dev/null
    code=$?
    good=$(grep -c '^ok - ' "$log")
    bad=$(grep -c '^not ok - ' "$log")
    none=$(grep -c '^skip - ' "$log")
    if [ "$bad" = 0 ] && { [ $code != 0 ] || [ $((good + none)) = 0 ]; }; then
        bad=1
        echo "not ok - $title ends with exit code $code" >>"$log"
    fi
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + none))
    printf '%-34s %4d ok %s%s(%d s)\n' "$title" "$good" "$([ "$bad" = 0 ] || printf '%d NOT OK ' "$bad")" \
        "$([ "$none" = 0 ] || printf '%d skipped ' "$none")" $(($(date +%s) - began))
    grep '^skip - ' "$log" | sed 's/^/    /'
    [ "$bad" = 0 ] || sed 's/^/    /' "$log"
}

started=$(date +%s)
mkdir -p build/cpu
flock build/cpu/lock $make tests || { echo "the tests do not build"; failed=1; }
for program in build/cpu/tests/common/* build/cpu/tests/grader/*; do
    [ -x "$program" ] && suite "${program#build/cpu/tests/}" "$program"
done
for program in build/cpu/tests/simt/*_test; do
    for order in forward reverse random:1 'reverse SIMT_STREAMS=lazy'; do
        suite "${program#build/cpu/tests/} $order" env SIMT_ORDER=$order "$program"
    done
done
for script in common/tests/test_*.sh common/simt/tests/test_*.sh grader/tests/test_*.sh; do
    [ -f "$script" ] && suite "$script" sh "$script"
done

echo "all suites took $(($(date +%s) - started)) s"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
