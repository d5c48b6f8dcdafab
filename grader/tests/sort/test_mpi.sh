#!/bin/sh
# Lab 14 on the ranks of an MPI run: right for every distribution, balanced, from and to files, and one clear
# sentence when a rank dies or does not come.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs mpi "ranks are processes of MPI" || exit 0
make -s --no-print-directory mpi-program WHO=solutions >"$work/out" 2>&1
promise "the program of ranks is built" $?
run() { NP=$np timeout 600 sh grader/sort/ranks/mpi/run.sh build/cpu/solutions/run-mpi "$@" >"$work/out" 2>&1; }
says() { grep -qE -- "$1" "$work/out"; }
none_left() { [ -z "$(find "$work" -name '.sortlab-*')" ] && ! [ -e "$work/refused" ]; }

for np in 1 4 3; do
    run --check --n 6001
    [ $? = 0 ] && [ "$(grep -c "6001 keys, $np ranks of .* sorted and checked" "$work/out")" = 11 ]
    promise "$np ranks sort every distribution, and each holds its share" $?
done
awk '{ for (i = 1; i + 3 <= NF; i++) if ($i == "of") { n++; if ($(i + 3) - $(i + 1) > 1) bad = 1 } }
    END { exit bad || n != 11 }' "$work/out"
promise "no rank has more than one key more than another" $?

np=4
head -c 240004 /dev/urandom >"$work/in.bin"
words() { od -An -v -w4 -t"$1" "$2" | tr -d ' '; }
run --in "$work/in.bin" --out "$work/u32.bin" && words u4 "$work/in.bin" | sort -n >"$work/want" &&
    words u4 "$work/u32.bin" | cmp -s - "$work/want"
promise "a file is sorted as by sort -n" $?
run --in "$work/in.bin" --out "$work/i32.bin" --type i32 && words d4 "$work/in.bin" | sort -n >"$work/want" &&
    words d4 "$work/i32.bin" | cmp -s - "$work/want" && none_left
promise "signed numbers too, and no other file is left" $?
: >"$work/empty.bin"
run --in "$work/empty.bin" --out "$work/none.bin" && [ -e "$work/none.bin" ] && ! [ -s "$work/none.bin" ]
promise "an empty file is sorted to an empty one" $?

# Open MPI 5 cannot be kept from adding words of its own, between rules.
refused() { # PROMISE WORDS ARGUMENT...
    promise=$1 words=$2
    shift 2
    run "$@"
    [ $? != 0 ] && says "$words" && [ "$(sed '/^-\{70,\}$/,/^-\{70,\}$/d' "$work/out" | grep -c .)" = 2 ] && none_left
    promise "$promise" $?
}
head -c 1001 /dev/urandom >"$work/odd.bin"
refused "a file that is not there is named, once" "cannot read '$work/none'" --in "$work/none" --out "$work/refused"
# Rank 0 comes last: its file is one when a writer comes, and none of keys. The others have none, and wait for it.
cat >"$work/apart" <<'END'
#!/bin/sh
cd "$RANKS/$OMPI_COMM_WORLD_RANK" || exit
[ ! -e none ] || (sleep 3 && : >none) &
exec "$PROGRAM" "$@"
END
chmod +x "$work/apart" && mkdir "$work/0" "$work/1" "$work/2" "$work/3" && mkfifo "$work/0/none"
of_each() { RANKS=$work PROGRAM=$PWD/build/cpu/solutions/run-mpi NP=$np timeout 600 \
    sh grader/sort/ranks/mpi/run.sh "$work/apart" "$@" >"$work/out" 2>&1; }
of_each --in none --out "$work/refused"
[ $? = 2 ] && says "'none' is no regular file" && ! says 'cannot read' && none_left
promise "where ranks are at odds the first of them speaks, however late it comes" $?
refused "half a key is refused" "not a whole number of 4-byte keys" --in "$work/odd.bin" --out "$work/refused"
refused "a folder that is not there is named before the sort" "cannot write '/nowhere/x'" --in "$work/in.bin" \
    --out /nowhere/x
refused "a number that is none is refused" "--n is 'many'" --n many

# Each rank says its process, and stands still before it begins: so a busy machine misses none.
cat >"$work/start" <<'END'
#!/bin/sh
echo $$ >"$RANKS/rank.$OMPI_COMM_WORLD_RANK"
kill -s STOP $$
exec build/cpu/solutions/run-mpi "$@"
END
chmod +x "$work/start"
stand_still() { # whether all ranks do
    [ "$(cat "$work"/rank.* 2>/dev/null | grep -c .)" = $np ] || return 1
    for pid in $(cat "$work"/rank.*); do grep -q '^State:.T' "/proc/$pid/status" || return 1; done
}

# The signal goes to one rank while all of them sort: one that stands still cannot be done before it comes.
hit() { # SIGNAL RANK ARGUMENT...
    signal=$1 nth=$2
    shift 2
    rm -f "$work"/rank.*
    NP=$np RANKS=$work timeout 600 sh grader/sort/ranks/mpi/run.sh "$work/start" --n 20000000 \
        --out "$work/refused" "$@" >"$work/out" 2>&1 &
    ran=$!
    until stand_still || ! kill -0 $ran 2>/dev/null; do sleep 0.02; done
    rank=$(cat "$work/rank.$nth")
    kill -s CONT $(cat "$work"/rank.*)
    while kill -s STOP "$rank" && [ -z "$(find "$work" -name '.sortlab-*')" ]; do
        kill -s CONT "$rank"
        sleep 0.02
    done
    kill -s "$signal" "$rank"
    wait $ran
}
for victim in 3 0; do
    hit KILL $victim
    [ $? != 0 ] && says 'the run ended early, on all ranks' && none_left
    promise "rank $victim that is killed ends the run on all ranks, and nothing is left" $?
done
hit STOP 3 --patience 3
[ $? != 0 ] && says 'waited 3000 ms in (allgather|allreduce_sum|alltoallv) for the other ranks' && none_left
promise "a rank that does not come is waited for as long as patience lasts" $?
for rank in $(running "$work/refused" run-mpi); do kill -9 "$rank"; done
exit $failed
