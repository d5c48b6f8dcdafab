# For trial.sh: what somebody hands in, honest, wrong, alike, broken or hostile. $who hands it in, and it goes to $to.

own() { # FILE TO: somebody's own work, by one more line
    mkdir -p "${2%/*}" && { cat "$1" && echo "/* handed in by $who */"; } >"$2"
}
honest() {
    own solutions/03_atomic_merge.cu "$to/labs/03_atomic_merge/atomic_merge.cu"
    own solutions/04_reduce_merge.cu "$to/labs/04_reduce_merge/reduce_merge.cu"
}
wrong() { # of each lab the mutant of that number
    for lab in 03_atomic_merge 04_reduce_merge; do
        number=$(sed -n "$(($1 % $(wc -l <"$trial/list${lab%%_*}") + 1))p" "$trial/list${lab%%_*}")
        own "$trial/wrong${lab%%_*}/$number/$lab.cu" "$to/$lab.cu"
    done
}
alike() { # handed on, as it is
    mkdir -p "$to" && cp solutions/03_atomic_merge.cu solutions/04_reduce_merge.cu "$to"
}
skeleton() {
    mkdir -p "$to/labs" && cp -r labs/03_atomic_merge labs/04_reduce_merge "$to/labs"
}
with() { # TEXT: in front of lab 03
    honest
    { echo "$1" && cat solutions/03_atomic_merge.cu; } >"$to/labs/03_atomic_merge/atomic_merge.cu"
    echo "/* $who */" >>"$to/labs/03_atomic_merge/atomic_merge.cu"
}
broken() {
    case $(($1 % 5)) in
    0) with 'this is no C' ;;
    1) honest && : >"$to/labs/03_atomic_merge/atomic_merge.cu" ;;
    2) mkdir -p "$to" && head -c 3000 /dev/urandom >"$to/04_reduce_merge.cu" ;;
    3) mkdir -p "$to" ;;
    4) honest && (cd "$to" && tar czf "../$who.tar.gz" labs) && rm -r "$to" && truncate -s 900 "$subs/$who.tar.gz" ;;
    esac
}
hostile() {
    case $(($1 % 8)) in
    0) with '#include <unistd.h>
__attribute__((constructor)) static void leave(void) { _exit(0); }' ;;
    1) with '__attribute__((constructor)) static void stay(void) { for (volatile int i = 0;; i = 0) {} }' ;;
    2) with '#include <stdio.h>
__attribute__((constructor)) static void talk(void) { for (;;) puts("a flood of words, again and again"); }' ;;
    3) with '__attribute__((constructor)) static void crash(void) { *(volatile int *)8 = 1; }' ;;
    4) with '#include __FILE__' ;;
    5) honest && ln -s /etc/passwd "$to/link" && (cd "$to" && tar czf "../$who.tar.gz" .) && rm -r "$to" ;;
    6) alike && tar -C "$to" -cf "$to.tar" . && own solutions/03_atomic_merge.cu "$to/03_atomic_merge.cu" &&
        tar -C "$to" -rf "$to.tar" ./03_atomic_merge.cu && rm -r "$to" ;;
    7) mkdir -p "$to/in" && tar -C "$to/in" -Pcf "$to.tar" ../../../rubric.yaml && rm -r "$to" ;;
    esac
}
