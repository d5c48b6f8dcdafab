#!/bin/sh
# Writes the page that shows a run: `make trace`, `make traces`.
#     WHO=labs|solutions SUBMISSION= STAGE= CASE= N= SEED= KEYS= ORDER= sh common/build/trace.sh LAB|all FOLDER
# When nothing is chosen, a learner's page shows the stage that fails now, with the smallest input that fails.
# Otherwise what a lab shows stands in its lab.mk: TRACE = STAGE=3 CASE=4 N=300; of stage 2, when no more is
# chosen: TRACE_2 = CASE=4 N=40
set -u
. common/build/find_lab.sh
. common/build/language.sh

die() { # FORMAT WORD...
    echo "make: $(said "$@")" >&2
    exit 2
}

# of NAME LIST: the value of NAME=value in a list of words.
of() {
    for word in $2; do
        case $word in "$1"=*) echo "${word#*=}" ;; esac
    done
}

# Something to show: kernels, or host code in C.
is_shown() {
    cat "$1"/*.cu "$1"/*.h 2>/dev/null | grep -qE "__global__ void|/kernels.h\"" ||
        ls "$1/$(basename "$1" | sed "s/^[0-9]*_//").c" >/dev/null 2>&1
}

# The lab's first stage that fails now, as a check finds it and says how to see it. What is solved and has not
# changed is not run again.
choose_failing() { # NUMBER
    [ "${SUBMISSION:-$WHO}" = labs ] && [ -x build/cpu/grade ] && [ ! "${STAGE:-}${CASE:-}" ] || return 0
    typed=$(WORDS=en build/cpu/grade --lab "$1" --progress "${PROGRESS:-.sortlab/progress.json}" check 2>/dev/null |
        sed -n -e ':join' -e '/ \\$/{N;s/ \\\n */ /;b join' -e '}' -e 's/^  see    make trace LAB=[^ ]* //p')
    eval "set -- $typed" # the grader's own words, as one would type them
    [ $# -gt 0 ] || return 0
    own=${N:-}${SEED:-}${KEYS:-}${ORDER:-}
    for knob; do
        case $knob in
        STAGE=*) STAGE=${knob#*=} ;;
        CASE=* | N=* | SEED=* | KEYS=* | ORDER=*) [ "$own" ] || eval "${knob%%=*}=\${knob#*=}" ;;
        esac
    done
    if [ "$own" ]; then
        said "  stage %s fails now. The page shows it with the input that was chosen." "$STAGE"
    else
        said "  stage %s fails now. The page shows the smallest input that fails." "$STAGE"
    fi
}

# Keys get small numbers, in the same order, unless the very keys of a check are asked for, by SEED or KEYS.
page() { # LAB_FOLDER OUT
    lab=${1##*/}
    own=$(sed -n "s/^TRACE${STAGE:+_$STAGE} *= *//p" "$1/lab.mk" 2>/dev/null)
    stage=${STAGE:-$(of STAGE "$own")} case_=$(of CASE "$own") n=$(of N "$own")
    if [ "${CASE:-}" ]; then case_=$CASE n=''; fi
    n=${N:-$n}
    set -- "$2" --lab "$lab" --submission "${SUBMISSION:-$WHO}" --folder build/cpu ${stage:+--stage "$stage"} \
        ${case_:+--case "$case_"} ${n:+--n "$n"} ${ORDER:+--order "$ORDER"}
    [ ! "${SEED:-}" ] || set -- "$@" --seed "$SEED"
    [ ! "${KEYS:-}" ] || set -- "$@" --keys "$KEYS"
    [ "${SEED:-}${KEYS:-}" ] || set -- "$@" --ranks
    [ ! -e "solutions/$lab.cu" ] && [ ! -e "solutions/$lab.c" ] || set -- "$@" --compare solutions
    out=$1 && shift
    build/cpu/grade "$@" trace "$out"
}

case $WHO in labs | solutions) ;; *) die "WHO is '%s'. It can be labs or solutions" "$WHO" ;; esac
mkdir -p "$2" || exit 2

if [ "$1" = all ]; then
    for folder in labs/[0-9]*; do
        lab=${folder##*/} number=${folder##*/}
        is_shown "$folder" || continue
        page "$folder" "$2/${number%%_*}.html" || exit
    done
    exit
fi
[ "$1" ] || die "which lab? Type: %s" "make trace LAB=03"
find_lab "$1" || die "there is no lab '%s'. There are%s" "$1" "$labs"
folder=labs/$lab
is_shown "$folder" ||
    die "lab %s has no kernel of its own, so a trace has no threads to show" "$1"
choose_failing "$number"
page "$folder" "$2/$number.html"
