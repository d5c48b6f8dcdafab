# From objects to a program, which -run starts, or to an archive.
# shellcheck shell=sh disable=SC2086,SC2154 # the other parts of simtcc set these variables

link() {
    program=${out:-a.out}
    step $cxx $link_flags -o "$program" $objects $archives $libs "$SIMT_BUILD/$cxx_name/libsimt.a" -lpthread -lm
    [ ! "${SIMTCC_RUNNER:-}" ] || step sh "$simt/runner.sh" "$program"
    [ "$run" ] && [ ! "$dry" ] || return 0
    case $program in */*) ;; *) program=./$program ;; esac
    "$program"
    exit
}

archive() {
    rm -f -- "${out:-a.a}"
    step "$($cxx -print-prog-name=ar)" rcs "${out:-a.a}" $objects
}
