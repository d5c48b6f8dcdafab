# For tests of the rewriter: small texts in, the C++ that must come out. Blanks and line markers are left out of the
# comparison, but for the tests that are about them.
simt=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
build=${SIMT_BUILD:-$simt/../../build/simt}
rewrite=$build/rewrite
make -s -C "$simt" -f simt.mk SIMT_BUILD="${SIMT_BUILD:-../../build/simt}" \
    "${SIMT_BUILD:-../../build/simt}/rewrite" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
failed=0

report() { # STATUS PROMISE
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2" && failed=1; fi
}

# Line markers and all blanks but those between two words go.
normal() { grep -v '^# [0-9]' | tr '\n\t' '  ' | sed -E 's/ +/ /g; s/ ?([^[:alnum:]_$ ]) ?/\1/g; s/^ //; s/ $//'; }

differs() { # PROMISE: shows what was wanted and what came
    echo "# wanted: $(cat "$tmp/want")"
    echo "#    got: $(cat "$tmp/got")"
    report 1 "$1"
}

# becomes PROMISE INPUT OUTPUT [FLAG]
becomes() {
    printf '%s' "$2" | "$rewrite" ${4:+"$4"} >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
    printf '%s' "$3" | normal >"$tmp/want"
    normal <"$tmp/out" >"$tmp/got"
    if cmp -s "$tmp/want" "$tmp/got"; then report 0 "$1"; else differs "$1"; fi
}

# within PROMISE INPUT OUTPUT: the same inside a function that launches
within() { becomes "$1" "void f(int n){ $2 }" "void f(int n){ $3 }"; }

# unchanged PROMISE INPUT: byte for byte
unchanged() {
    printf '%s' "$2" >"$tmp/want"
    "$rewrite" <"$tmp/want" >"$tmp/got" 2>&1
    if cmp -s "$tmp/want" "$tmp/got"; then report 0 "$1"; else differs "$1"; fi
}

# refuses PROMISE INPUT MESSAGE [FLAG]: exactly that line, status 2, no output
refuses() {
    printf '%s' "$2" | "$rewrite" ${4:+"$4"} ${5:+"$5"} >"$tmp/out" 2>"$tmp/got"
    status=$?
    printf '%s\n' "$3" >"$tmp/want"
    if [ $status = 2 ] && [ ! -s "$tmp/out" ] && cmp -s "$tmp/want" "$tmp/got"; then
        report 0 "$1"
    else
        differs "$1 (status $status)"
    fi
}

launch() { # CALLEE CONFIG ARGUMENTS: a launch as it is written
    printf 'simt::kernel(%s, "%s")[simt::config(%s)](%s)' "$1" "$(printf %s "$1" | tr -d ' ')" "$2" "$3"
}
closure() {
    printf 'simt::kernel([=](auto... simt_a) { %s(simt_a...); }, "%s")[simt::config(%s)](%s)' "$1" \
        "$(printf %s "$1" | tr -d ' ')" "$2" "$3"
}
entered() { # NAME: what follows a variable in shared memory
    printf '{ static __thread ::uint64_t simt_entered; simt::enter_shared(%s, "%s", simt_entered); }' "$1" "$1"
}
# kernel PROMISE INPUT OUTPUT: inside a kernel
kernel() { becomes "$1" "__global__ void k() { $2 }" "void k() { $3 }"; }
