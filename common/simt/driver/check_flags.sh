# What a check build is compiled with: flags that have the compiler call the runtime's hooks, which differ by compiler.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154 # the other parts of simtcc read and set these variables

# Every load and store must stay as it is written: no vectors, no calls that the compiler knows by heart.
# g++ has to keep variables in order too, so that a red zone lies behind the variable that it belongs to, and
# may not merge pieces of code that are the same, of which one would show up at the other's line. It hides a
# misaligned access that it sees itself from the hooks, and takes vectors to pieces. (In clang++
# -fsanitize=alignment makes loads out of what was in a register.)
# addr2line does not find all that clang++ inlined by the ranges of DWARF 5.
find_check_flags() {
    tool_flags=''
    [ "$tool" ] || return 0
    objcopy=$($cxx -print-prog-name=objcopy)
    require addr2line "$objcopy"
    add_cpp -U_FORTIFY_SOURCE            # of the program's own flags, too
    add_host -fno-optimize-sibling-calls # a call's line is found by where it returns to
    add_tool -fsanitize=thread -fno-builtin "-DSIMT_TOOL=\"$tool\""
    case $cxx_name in
    *clang++*) compiler=clang ;;
    *) compiler=gcc ;;
    esac
    add_hooks_$compiler
    case $tool in *memcheck* | *all*) add_undefined_$compiler ;; esac
    case ,$tool, in *,synccheck,* | *,all,*) add_blocks_$compiler ;; esac
    case ,$tool, in *,initcheck,* | *,all,*) add_patterns_$compiler ;; esac
    [ $profiled = 0 ] || add_profile_$compiler
}

add_tool() { for word; do tool_flags=$tool_flags$word$separator; done; }

# Each block of code stands once: where two are made one, or one is doubled, nobody can say which way a thread went.
add_hooks_gcc() {
    add_tool -Wno-tsan --param tsan-distinguish-volatile=1 --param tsan-instrument-func-entry-exit="$profiled" \
        -fno-tree-vectorize -fno-toplevel-reorder -fno-ipa-icf -fno-crossjumping -fno-tree-tail-merge -fno-tree-cselim \
        -freorder-blocks-algorithm=simple
}
add_hooks_clang() {
    add_tool -gdwarf-4 -mllvm -tsan-instrument-read-before-write -mllvm -tsan-distinguish-volatile \
        -mllvm -tsan-instrument-func-entry-exit="$profiled" \
        -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -mllvm -simplifycfg-sink-common=false
}

# clang++'s check of bounds would trap, too, and say nothing.
add_undefined_gcc() { add_tool -fsanitize=shift-exponent,bounds,alignment -fno-sanitize-recover=shift-exponent; }
add_undefined_clang() { add_tool -fsanitize=shift-exponent,array-bounds -fno-sanitize-recover=shift-exponent; }

# A hook at each basic block; of those that imply another, clang++ would leave the hook out.
add_blocks_gcc() { add_tool -fsanitize-coverage=trace-pc; }
add_blocks_clang() { add_tool -fsanitize-coverage=trace-pc,bb,no-prune; }

# No hook sees a variable in a register. One that nobody has set holds a pattern, and not what luck left there.
add_patterns_gcc() { add_if_known -ftrivial-auto-var-init=pattern -Wno-trivial-auto-var-init; }
add_patterns_clang() { add_if_known -ftrivial-auto-var-init=pattern; }

add_if_known() { # FLAG...
    ! echo 'int main() {}' | $cxx "$@" -x c++ -fsyntax-only - 2>/dev/null || add_tool "$@"
}

# A profile also sees where each thread comes by. Blocks of code have to lie in the order of the source, and
# an access that stands there once must not become two.
add_profile_gcc() {
    add_tool -O1 -fsanitize-coverage=trace-pc -fno-reorder-blocks -fno-thread-jumps -fno-tree-sra
}
add_profile_clang() {
    add_tool -O1 -fsanitize-coverage=bb,no-prune,trace-pc \
        -Xclang -disable-lifetime-markers -mllvm -disable-block-placement -mllvm -sink-common-insts=false
}
