# For tests of gradebooks: a class of stand-ins is graded, and what comes back of a gradebook is read. Wants promise.sh.
needs class "gradebooks are filled" || exit 0
needs formats "gradebooks are filled, as a reader that is not ours sees them" || exit 0
mkdir -p build/cpu &&
    flock build/cpu/lock make -s --no-print-directory build/cpu/grade build/cpu/class build/cpu/rubric \
        build/cpu/gradebook build/cpu/tests/valid ||
    exit 2
. grader/tests/class/class_of_stand_ins.sh
ln -s "$PWD/build/cpu/rubric" "$work/build/rubric"
late() { run "$out" --labs 01 "$@"; }
book() { # FILE [COLUMN]
    build/cpu/gradebook "$1" "$out" ${2+"$2"} >"$work/out.txt" 2>&1
    code=$?
    filled=$out/gradebook/${1##*/}
}
# Python's reader of CSV says which cells differ: LINE:COLUMN:OLD:NEW a line.
cat >"$work/cells.py" <<'END'
import csv, sys
def rows(path):
    text = open(path, encoding="utf-8-sig", newline="").read()
    parting = min((text.find(p) if p in text else len(text), p) for p in ",;\t")[1]
    return list(csv.reader(text.splitlines(True), delimiter=parting, strict=True))
old, new = rows(sys.argv[1]), rows(sys.argv[2])
assert len(old) == len(new), "another number of lines"
for i, (a, b) in enumerate(zip(old, new)):
    width = max(len(a), len(b))
    for k in range(width):
        x, y = (r[k] if k < len(r) else None for r in (a, b))
        if x != y: print(f"{i}:{k}:{x}:{y}")
END
changed() { python3 "$work/cells.py" "$1" "$filled" >"$work/cells" 2>&1 || echo failed >>"$work/cells"; } # FILE
cells() { tr '\n' ' ' <"$work/cells"; }
handed_in() { mkdir -p "$subs/$1" && echo "$2" >"$subs/$1/serial_radix.c" &&
    touch -d 2026-11-20T12:00:00Z "$subs/$1/serial_radix.c"; } # ENTRY TEXT
