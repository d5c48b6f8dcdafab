# For the checks of questions (try.mjs), in the kit's top folder: each function prints what it finds out.
set -u
work=$(mktemp -d /tmp/questions-XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT

# solution_of LAB: the file. changed LAB SED: a folder with it, changed; a change that changes nothing is a mistake.
solution_of() { ls solutions/"$1"_*; }
changed() {
    file=$(solution_of "$1")
    mkdir -p "$work/changed"
    sed "$2" "$file" >"$work/changed/${file##*/}"
    ! cmp -s "$file" "$work/changed/${file##*/}" || { echo "the change changes nothing" >&2 && exit 2; }
}
grade() { build/cpu/grade --folder build/cpu --lab "$@" >"$work/said" 2>&1; }

# verdict LAB STAGE SED [ORDER]: what the grader calls the solution with that change.
verdict() {
    changed "$1" "$3"
    grade "$1" --stage "$2" --submission "$work/changed" --result "$work/result.json" ${4:+--order "$4"}
    node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).stages[0].verdict' "$work/result.json"
}

# counts LAB STAGE EXPRESSION [OPTION...]: of m, what the profiler counts in all kernels of the solution, and of keys.
counts() {
    lab=$1 stage=$2 expression=$3 && shift 3
    grade "$lab" --stage "$stage" --submission solutions --profile "$work" "$@"
    node grader/class/questions/counts.mjs "$work/$lab.html" "$expression"
}

# program LAB MAIN: what a program with the lab's solution in it prints; with LAB - there is none.
# measured EXPRESSION LAB MAIN: of m, what the profiler counts in the kernels of such a program.
write() { # LAB MAIN
    source=$work/program.cu
    if [ "$1" = - ]; then
        file=cuda_runtime.h folder=.; else file=$PWD/$(solution_of "$1") folder=labs/$(basename "$(solution_of "$1")" |
        sed 's/\.[a-z]*$//'); fi
    case $file in *.c) source=$work/program.c ;; esac
    { printf '#include "%s"\n#include <stdio.h>\n#include <stdlib.h>\n' "$file" && printf '%s\n' "$2"; } >"$source"
}
build() { # [OPTION...]
    case $source in
    *.c) gcc -std=c11 -D_GNU_SOURCE -O1 -I. -I"$folder" -o "$work/program" "$source" build/cpu/common/*.o \
        -lm -lpthread ;;
    *) common/simt/simtcc -O1 "$@" -I. -I"$folder" -o "$work/program" "$source" ;;
    esac >"$work/said" 2>&1 || { cat "$work/said" >&2 && exit 2; }
}
program() { write "$@" && build && "$work/program"; }
measured() {
    expression=$1 && shift
    write "$@" && build --tool profile && SIMT_REPORT=$work/report.json "$work/program" >/dev/null 2>&1
    node grader/class/questions/counts.mjs "$work/report.json" "$expression"
}
