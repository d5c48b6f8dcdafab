#!/bin/sh
# What a learner's object may not use or define: functions that do the work of a lab in its place, the grader's
# own, and the insides of the CPU runtime's checkers. One line that begins with "sortlab:", and exit code 1, when
# it does. NAMES tells what the grader's part of the program defines and needs ($(BUILD)/child.names).
#     sh grader/grade/child_names.sh OBJECT SOURCE NAMES [TOOL]
set -u
LC_ALL=C
export LC_ALL

# Names of the runtime that its headers give to everybody.
known() { case $1 in *.cu) grep -rhoE '\bsimt_[a-z_]+' common/simt/include | sort -u ;; esac; }

# A program that is ended over an object, as one with millions of names, has not read them all.
unread() { echo "sortlab: its names cannot be read" && exit 1; }
nm -pP "$1" >"$1.names" 2>/dev/null || unread
objdump -hw "$1" >"$1.sections" 2>/dev/null || unread

{
    cat "$3" # "kit NAME", "runtime NAME", "needs NAME"
    known "$2" | sed 's/^/known /'
    sed 's/^/name /' "$1.names"
    awk '$2 ~ /^\./ { print "section", $2 }' "$1.sections"
} | awk -v source="$2" -v tool="${4-}" '
    function stop(text) { print "sortlab: " text; bad = 1; exit 1 }
    function clash(text) { print "sortlab: twice: " text; bad = 1; exit 1 }
    $1 == "kit" || $1 == "runtime" || $1 == "needs" { whose[$2] = $1; next }
    $1 == "known" { known[$2] = 1; next }
    $1 == "section" && $2 ~ /^\.preinit_array|^\.(init_array|ctors)\.000[0-8]|^\.(init_array|ctors)\.0009[0-8]/ {
        stop("it has code that runs before everything else, the checkers included")
    }
    $1 != "name" { next }
    $3 == "i" {
        stop("it has code that runs before everything else, the checkers included: " $2)
    }
    # qsort@GLIBC_2.2.5 is what .symver makes of another name.
    { name = $2; sub(/@.*/, "", name); used = $3 ~ /^[Uwv]$/; given = !used && $3 ~ /^[A-Ziu]$/ }
    used && name ~ /^(qsort|qsort_r|popen|system|dlsym|dlvsym|dlopen|dlmopen|dl_iterate_phdr|dladdr|dladdr1|dlinfo)$/ {
        stop("it calls " name ", which can do the work that the step is about")
    }
    used && whose[name] == "kit" && name !~ /^timer_/ {
        stop("it calls " name ", a function of the grader'"'"'s own")
    }
    given && name in whose {
        clash("its name " name " is one that the grader'"'"'s part of the program needs. Choose another")
    }
    name ~ /^_ZSt[0-9]+__(introsort|final_insertion_sort|insertion_sort|unguarded|adjust_heap)/ ||
        name ~ /^_ZSt[0-9]+__(merge_|stable_sort|inplace_stable|heap_select)/ ||
        name ~ /^_ZNSt(7__cxx114list|12forward_list)I.*4sort/ || name ~ /_List_node_base11_M_transfer/ {
        stop("it calls std::sort or the like, which does the work that the step is about")
    }
    # The compiler calls it where a function has no return (common/simt/run/fault.c).
    used && name == "__ubsan_handle_missing_return" { next }
    name ~ /^__(asan|lsan|tsan|ubsan|sanitizer)_/ && (given || used && !tool) {
        stop("it meddles with the checkers: " name)
    }
    used && source !~ /\.cu$/ && name ~ /^simt_/ { stop("it meddles with the CPU runtime: " name) }
    source !~ /\.cu$/ || $3 ~ /^[a-z]$/ && !used { next }
    name ~ /^check_/ || (!tool && name ~ /^simt_/ && !(name in known)) {
        stop("it meddles with the CPU runtime: " name)
    }
    END { exit bad }
'
