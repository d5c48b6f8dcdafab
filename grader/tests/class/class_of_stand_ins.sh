# For tests of class runs: a stand-in for grade, in which a word in a file decides what it comes to, and a class to
# hand in.
#     . grader/tests/class/class_of_stand_ins.sh       behind promise.sh
class="build/cpu/class --folder $work/build --grade $work/grade --labs 01,03 --sandbox none"
subs=$work/subs out=$work/out
mkdir -p "$work/build" "$subs"
says() { grep -qF -- "$1" "$work/out.txt"; }
run() { # OUT ARGUMENTS
    to=$1
    shift
    $class --submissions "$subs" --out "$to" "$@" >"$work/out.txt" 2>&1 </dev/null
    code=$?
}
promise() { report "$1" "$2" "$work/out.txt"; }
graded() { grep -c '^[0-9]* of [0-9]*: ' "$work/out.txt"; }
# Pages say when they were written and which grades moved, in lines of their own.
same() { diff -r -I '^"\(graded\|moved\)":' -x times.json -x history.csv -x .class "$1" "$2" >"$work/diff"; }

# Stands in for grade: a file that says `right` passes two stages, any other one; `fault` is the grader's own,
# `sleep` takes long, and `dear` uses up its first budget. To grade a solution takes some processor time.
cat >"$work/grade" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in --submission) sub=$2; shift ;; --result) result=$2; shift ;; --lab) lab=$2; shift ;;
    --instructor) told=$2; shift ;; --budget) budget=$2; shift ;; esac
    shift
done
i=0
while [ "$sub" = solutions ] && [ $i != 300000 ]; do i=$((i + 1)); done
all=$(cat "$sub"/*/*.c "$sub"/*/*.cu 2>/dev/null)
case $all in *fault*) echo "nothing works today" >&2; exit 2 ;; *sleep*) sleep 300 ;; *slow*) sleep 0.2 ;; esac
first=0 second=0 v=OK w=WA
case $all in *right*) first=20 second=10 w=OK ;; '') v=MISSING w=MISSING ;; *) first=20 ;; esac
cat >"$result" <<EOF
{"submission": "$sub", "sandbox": "none", "points": $((first + second)), "max_points": 30, "times": {"all": $$},
"stages": [
{"lab": "$lab", "stage": 1, "step": 1, "title": "a", "points": $first, "max_points": 20,
    "verdict": "$v", "class": "", "message": "in $sub/x", "repeat": ""},
{"lab": "$lab", "stage": 2, "step": 2, "title": "b", "points": $second, "max_points": 10,
    "verdict": "$w", "class": "", "message": "", "repeat": ""}]}
EOF
case $all in *signs*) sed -i 's/"stage": 1,/"stage": 1, "hidden": true,/' "$result" && cat >"$told" <<EOF
{"stages": [{"lab": "$lab", "stage": 1, "verdict": "OK", "suspicion": "it seems to be odd"}]}
EOF
esac
case $all in *dear*) [ -e "$(dirname "$0")/looked" ] || { echo "$budget" >"$(dirname "$0")/looked" && exit 3; } ;; esac
[ $second = 10 ]
END
chmod +x "$work/grade"

hand_in() { # STUDENT TEXT
    mkdir -p "$subs/$1/labs/01_serial_radix"
    echo "$2" >"$subs/$1/labs/01_serial_radix/serial_radix.c"
    touch -d 2026-11-20T12:00:00Z "$subs/$1/labs/01_serial_radix/serial_radix.c"
}
