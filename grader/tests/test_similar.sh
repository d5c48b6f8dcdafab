#!/bin/sh
# Copies are found, whatever was renamed or moved; work of one's own is not; odd files harm nobody.
set -u
. "$(dirname "$0")/../../common/tests/promise.sh"
if ! command -v sim_c >/dev/null; then
    echo "skip - copies are found, and work of one's own is not (there is no sim_c)"
    exit 0
fi
flock build/cpu/lock make -s build/cpu/similar build/cpu/tests/valid || exit 1

class=$work/class lab=03_atomic_merge
hand_in() { mkdir -p "$class/$1" && cp "$2" "$class/$1/${3:-$lab.cu}"; } # STUDENT FILE [NAME]
similar() { TMPDIR=$work build/cpu/similar "$class" >"$work/found" 2>"$work/out"; }
percent() { # A B [LAB]: of that pair; empty when it is not listed
    tr -d ' \n' <"$work/found" | sed 's/{"lab"/\n&/g' | sed -n "s/^{\"lab\":\"${3:-$lab}\",\"a\":\"$1\",\"b\":\"$2\",\"percent\":\([0-9]*\),.*/\1/p"
}
listed() { [ "$(percent "$@")" ]; }

hand_in ada solutions/$lab.cu
hand_in ben grader/tests/similar/$lab.cu
hand_in ada solutions/01_serial_radix.c 01_serial_radix.c
hand_in ben grader/tests/similar/01_serial_radix.c 01_serial_radix.c
# Renamed from the first line to the last, with other numbers, blanks and comments.
sed -E 's#//.*##; s/\b(head|key|tile|run|rounds|m|i|n|choice|choose|start|blocks|merge|has_key|s_[a-z]+|d_[a-z]+)\b/my_\1/g; s/^ +/\t/; s/[{]/ &/' solutions/$lab.cu >"$work/renamed"
hand_in cem "$work/renamed"
awk '/^static __global__ void merge_rounds_kernel/ { late = 1 } late { held = held $0 "\n"; if (/^}/) late = 0; next } { print } END { printf "%s", held }' solutions/$lab.cu >"$work/moved"
hand_in dan "$work/moved"
# A mutant of the bank that changes one line.
mutant() {
    awk -v name="$1" '
        function bare(text) { gsub(/^[ +-]+|[ ]+$/, "", text); return text }
        /^== / { on = $2 == name }
        FNR == NR { if (on && /^-/) from = bare($0); if (on && /^\+/) to = bare($0); next }
        bare($0) == from { print to; next }
        { print }' "grader/mutants/$lab.mutants" solutions/$lab.cu
}
for who in eve:winner_set_once fay:short_tile_forgotten gil:old_key_written_again; do
    mutant "${who#*:}" >"$work/mutant"
    cmp -s "$work/mutant" solutions/$lab.cu || hand_in "${who%:*}" "$work/mutant"
done
hand_in hal labs/$lab/atomic_merge.cu
hand_in ivy labs/$lab/atomic_merge.cu
similar
code=$?
build/cpu/tests/valid grader/formats/class.schema.json /dev/stdin <<END >>"$work/out" 2>&1
{"version": 1, "students": [], "similarity": $(cat "$work/found")}
END
promise "what is found keeps to the schema of class.json" "$([ $? = 0 ] && [ $code = 0 ]; echo $?)"
cat "$work/found" >>"$work/out"
listed ada cem
promise "a copy with other names, numbers and blanks is found ($(percent ada cem) %)" $?
listed ada dan
promise "so is one with a function moved ($(percent ada dan) %)" $?
listed ada eve && listed ada fay && listed ada gil && listed cem eve && listed eve fay
promise "so are copies with a fault of their own ($(percent ada eve), $(percent ada fay), $(percent ada gil) %)" $?
! grep -q '"[ab]": "ben"' "$work/found"
promise "work of one's own is like nobody's, in two labs" $?
! grep -q '"[ab]": "\(hal\|ivy\)"' "$work/found" && grep -A 2 '"student": "hal"' "$work/found" | grep -q 'too little'
promise "two who handed in the bare skeleton are not alike" $?
tr -d ' \n' <"$work/found" | grep -q '"a":"ada","b":"cem","percent":[0-9]*,"tokens":[0-9]*,"runs":\[{"a":\[[0-9]*,[0-9]*\],"b":'
promise "a pair has the lines of both" $?

mv "$work/found" "$work/before"
hand_in odd /dev/null && hand_in oda /dev/null
head -c 300000 /dev/urandom >"$class/odd/$lab.cu"
{ cat solutions/$lab.cu; printf '"never ended \000\377\033[31m /* nor this'; } >"$class/oda/$lab.cu"
mkdir -p "$class/odb/$lab" "$class/odc" "$class/odd e" "$class/ode"
ln -s /etc/passwd "$class/odb/$lab/atomic_merge.cu"
mkfifo "$class/odc/$lab.cu"
head -c 2000000 /dev/zero >"$class/ode/$lab.cu"
awk 'BEGIN { for (i = 0; i < 90000; i++) print "a(b);" }' >"$class/ode/01_serial_radix.c"
timeout 600 sh -c "TMPDIR=$work build/cpu/similar $class" >"$work/found" 2>"$work/out" && listed ada oda &&
    grep -q 'larger than 1 MB' "$work/found" && grep -q 'too long' "$work/found" && [ "$(ls "$work" | grep -c '^similar\.')" = 0 ]
promise "binary, endless, linked and unfinished files are compared or named, and nothing is left behind" $?
cp "$work/found" "$work/again" && similar && cmp "$work/found" "$work/again" >>"$work/out" 2>&1
promise "the same files give the same bytes" $?

PATH=$work TMPDIR=$work build/cpu/similar "$class" >"$work/found" 2>"$work/out" && grep -q '"skipped": "sim_c is not installed' "$work/found"
promise "without sim_c the report says that nothing was compared" $?
exit $failed
