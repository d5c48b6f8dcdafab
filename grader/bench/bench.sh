#!/bin/sh
# Measures, and writes down what was measured.
#     sh grader/bench/bench.sh cpu|gpu FOLDER QUICK SHAPE     FOLDER: of the programs, build/gpu/solutions
# On a GPU: rows and pictures in build/bench; and when it was not QUICK, the rows of these shapes in docs/bench.csv,
# those in docs/pictures, and the README's table, between its marks.
set -u
device=$1 folder=$2 quick=${3:+--quick} shape=${4:-all} report=${2%/*}/report
command="make${1:+ DEV=$1} bench${3:+ QUICK=$3}${4:+ SHAPE=$4}"
out=build/bench
mkdir -p $out

draw() { # CSV FOLDER: those of its shapes
    for picture in grid staircase; do
        grep -q "^$picture," "$1" || continue
        "$report" $picture "$1" >"$2/$picture.new" 2>"$out/note" && mv "$2/$picture.new" "$2/$picture.svg" && continue
        rm -f "$2/$picture.new"
        echo "bench: no picture $picture: $(sed 's/^report: //' "$out/note")" >&2
    done
}

# What is new takes the place of the rows of its shapes.
join_rows() { # OLD NEW
    awk -F, 'FNR == 1 { file++ }
        { shape = $1; sub(/^# /, "", shape); sub(/;.*/, "", shape) }
        file == 1 && FNR > 1 { fresh[shape] = 1 }
        file == 2 && (FNR == 1 || !(shape in fresh)) { print }
        file == 3 && FNR > 1 { print }' "$2" "$1" "$2"
}

# The lines between the marks become those of standard input.
between_marks() { # PAGE
    awk -v text="$(cat)" '/^<!-- bench -->$/ { print; print text; left_out = 1; found = 1; next }
        /^<!-- end of bench -->$/ { left_out = 0 }
        !left_out { print }
        END { exit !found || left_out }' "$1" >"$1.new" && mv "$1.new" "$1" && return
    rm -f "$1.new"
    echo "bench: $1 has no lines <!-- bench --> and <!-- end of bench -->" >&2
    return 1
}

write_down() {
    [ -f docs/bench.csv ] || head -n 1 $out/matrix.csv >docs/bench.csv
    join_rows docs/bench.csv $out/matrix.csv >docs/bench.new && mv docs/bench.new docs/bench.csv || exit
    draw docs/bench.csv docs/pictures
    "$report" table docs/bench.csv | between_marks README.md
}

case $device in
gpu)
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1)
    toolkit=$("${NVCC:-nvcc}" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    "$folder/matrix" --csv $out/matrix.csv --shape "$shape" $quick --note "driver $driver; CUDA $toolkit; $command"
    code=$?
    [ $code -le 1 ] || exit $code
    "$report" summary $out/matrix.csv
    draw $out/matrix.csv $out
    if [ "$quick" ]; then
        echo "bench: rows and pictures are in $out; a quick run leaves docs/bench.csv and the README as they are"
    elif [ $code = 0 ]; then
        write_down || code=1
    fi
    exit $code
    ;;
*)
    "$folder/host" --csv $out/host.csv $quick --note "$command" || exit
    "$report" rows $out/host.csv
    [ "$quick" ] || sh grader/bench/runtime.sh
    ;;
esac
