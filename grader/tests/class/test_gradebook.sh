#!/bin/sh
# Grades find their way home: a gradebook of Canvas or Moodle comes back with its grades filled, and every other byte as
# it was.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
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

# A class from Canvas: its entries have the numbers that the gradebook has in the column ID.
handed_in blumanna_4711_815000_lab 'right, by anna'
handed_in formelmax_4712_815001_lab 'wrong, by max'
handed_in muellerjoerg_4713_815002_lab 'right, by joerg'
handed_in blumanna_4714_815003_lab 'wrong, by the other anna'
handed_in ohneland_4715_815004_lab 'right, by nobody that they know'
handed_in krankkurt_4716_815005_lab 'right, by kurt'
handed_in zuletztzoe_4718_815006_lab 'right, by zoe'
late
canvas=$work/canvas.csv
{
    printf '\357\273\277Student,ID,SIS User ID,SIS Login ID,Section,Notes,"Lab 1, '\
'serial (815)",Lab 2 (816),Assignments Current Score\n'
    printf ',,,,,,Manual Posting,,\n'
    printf '    Points Possible,,,,,(read only),30.00,100.00,(read only)\n'
    printf '"Blum, Anna",4711,s1,ablum,"A, and B","says ""hi""\nin two lines",,88.00,91.2\n'
    printf '"Blum, Anna",4714,s4,ablum2,A,,12.00,,\n'
    printf '"=""=1+1, Max""",4712,s2,fmax,A,=cmd|calc,,"88",\n'
    printf '"M\303\274ller, J\303\266rg",4713,s3,jm@uni.example,A,,30.00,,\r\n'
    printf '"Krank, Kurt",4716,s6,kurt,A,,EX,,\n'
    printf '"Fremd, Frieda",4717,s7,frieda,A,,5.00,,\n'
    printf '"Zuletzt, Zoe",4718,s8,zoe,A,,"",,\n'
    printf '"Student, Test",4999,,7f3a9c,A,,1.00,,'
} >"$canvas"
cp "$canvas" "$work/canvas.kept"
book "$canvas" 'Lab 1, serial'
changed "$canvas"
promise "a gradebook of Canvas comes back with the column filled, in Canvas's own form of a number" \
    "$([ "$(cells)" = '3:6::30.00 4:6:12.00:20.00 5:6::20.00 9:6::30.00 ' ]; echo $?)"
promise "what stood there is counted, and keeps its bytes" \
    "$(says '4 grades written' && says '1 stood there already'; echo $?)"
sed -e 's/lines",,88/lines",30.00,88/' -e 's/A,,12.00,/A,,20.00,/' -e 's/calc,,"88"/calc,20.00,"88"/' \
    -e 's/A,,"",,$/A,,"30.00",,/' "$canvas" |
    cmp - "$filled" >"$work/diff" 2>&1
promise "all other bytes are as they were: BOM, line ends, quotes, formulas, a last line without an end" $?
promise "the file that was given stays as it is" "$(cmp "$canvas" "$work/canvas.kept"; echo $?)"
promise "two students of one name are told apart by their numbers" \
    "$(grep -q '^3:6::30' "$work/cells" && grep -q '^4:6:12.00:20' "$work/cells"; echo $?)"
promise "an excused student stays excused, and that is said with the points" \
    "$(says 'left: line 9 (Krank, Kurt): the student is excused in Canvas; it would have 30 points'; echo $?)"
promise "a line that no student fits stays as it was, and is named by its line" \
    "$(says 'look: line 10 (Fremd, Frieda): no student of the class fits it, so it stays as it was'; echo $?)"
promise "a student whom no line fits is named, and the run ends with 1" \
    "$([ $code = 1 ] &&
        says 'look: ohneland (ohneland): no line of the gradebook is this student'"'"'s alone'; echo $?)"
promise "the test student, the points possible and the manual posting are left alone" \
    "$(! grep -qE '^(1|2|10):' "$work/cells" && ! says 'Test'; echo $?)"
cp "$filled" "$work/canvas.once" && book "$work/canvas.once" 'Lab 1, serial (815)'
promise "a filled gradebook that is filled again keeps its bytes" \
    "$(says '0 grades written' && cmp "$work/canvas.once" "$filled"; echo $?)"

# Which column.
book "$canvas"
changed "$canvas"
promise "a column that Canvas does not have is added behind the last, with its points" \
    "$(says "in the column 'sortlab', which is new" && grep -q '^0:9:None:sortlab$' "$work/cells" &&
        grep -q '^2:9:None:30$' "$work/cells" && grep -q '^3:9:None:30$' "$work/cells" &&
        [ "$(grep -c ':9:None:' "$work/cells")" = "$(wc -l <"$work/cells")" ] &&
        [ "$(wc -l <"$work/cells")" = 11 ]; echo $?)"
promise "and every line has as many cells as the first, as Canvas demands" "$(python3 -c 'import csv, sys
sys.exit(len({len(r) for r in csv.reader(open(sys.argv[1], encoding="utf-8-sig", newline=""))}) != 1)' \
"$filled"; echo $?)"
book "$canvas" 'Lab 2'
promise "a column with other points than the rubric's is refused with a remedy" \
    "$([ $code = 2 ] &&
        says "'Lab 2 (816)' has at most 100.00 points in the LMS and 30 here; make both the same, with out_of"
        echo $?)"
book "$canvas" 'Assignments Current Score'
promise "and a column that Canvas lets nobody write" \
    "$([ $code = 2 ] && says "Canvas lets nobody write the column 'Assignments Current Score' (read only)"; echo $?)"
sed 's/Lab 2 (816)/"Lab 1, serial (816)"/' "$canvas" >"$work/twice.csv" && book "$work/twice.csv" 'Lab 1, serial'
promise "two columns of one name are refused, and the number tells them apart" \
    "$([ $code = 2 ] && says "are both called 'Lab 1, serial'; name one with its number in COLUMN" &&
        book "$work/twice.csv" 'Lab 1, serial (815)' && says '4 grades written'; echo $?)"
sed 's/,ID,/,,/; s/Student,/LastName,/' "$canvas" >"$work/none.csv" && printf 'a,b\n1,2\n' >"$work/none.csv" &&
    book "$work/none.csv"
promise "a file that says nowhere who a student is, is refused" \
    "$([ $code = 2 ] && says 'none.csv, line 1: no column says who a student is'; echo $?)"
printf 'student_id,score\nanna,"1\n' >"$work/open.csv" && book "$work/open.csv"
promise "and one that is no CSV, with its line" \
    "$([ $code = 2 ] && says 'open.csv, line 2: a quoted cell has no end'; echo $?)"
handed_in 'Dora von Ü' 'wrong, by dora' && late &&
    printf 'Student,ID,SIS Login ID,Section,Lab 1 (815)\n"von \303\234, Dora",1,,A,\n"Blum, Anna",4711,,,\n' \
        >"$work/order.csv" &&
    book "$work/order.csv" 'Lab 1'
changed "$work/order.csv"
promise "a name is found in both orders" "$([ "$(cells)" = '1:4::20 2:4::30 ' ]; echo $?)"
{ sed -n 1p "$canvas" | tr , ';' | sed 's/"Lab 1; serial (815)"/Lab 1 (815)/' &&
    printf '    Points Possible;;;;;;30,00;;\n"Blum, Anna";4711;;;A;;;;\n'; } >"$work/semi.csv" &&
    book "$work/semi.csv" 'Lab 1'
changed "$work/semi.csv"
promise "semicolons and a comma in numbers are kept" "$([ "$(cells)" = '2:6::30,00 ' ]; echo $?)"
run "$out" --labs 01 --anonymous && book "$canvas" 'Lab 1, serial'
promise "where names are hidden nothing is written, and the way out is named" \
    "$([ $code = 2 ] && says 'type the same make grade-class without ANONYMOUS=1 first'; echo $?)"
rm -rf "$subs"/* "$out"
book "$canvas"
promise "nor where no class was graded" \
    "$([ $code = 2 ] && says 'holds no graded class; type make grade-class SUBMISSIONS=dir'; echo $?)"

# A class from Moodle, with a roster that gives two students of one name their ids.
handed_in 'Jörg Müller_4711_assignsubmission_file_' 'right, by joerg'
handed_in 'Öztürk Ümit_4712_assignsubmission_file_' 'wrong, by ümit'
handed_in '=1+1 <b>_4713_assignsubmission_file_' 'right, by a formula'
handed_in 'Anna Blum_4714_assignsubmission_file_' 'right, by anna'
handed_in 'Anna Blum_4715_assignsubmission_file_' 'wrong, by anna'
late
moodle=$work/moodle.csv
head='Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed","Last modified '\
'(submission)","Last modified (grade)","Feedback comments"'
{
    printf '\357\273\277%s\r\n' "$head"
    printf 'Participant 4711,"J\303\266rg M\303\274ller",jm@x,"Submitted for grading",,30.00,Yes,"Friday, '\
'27 November 2026, 11:59 PM",-,"<p>""a"",\r\nb</p>"\r\n'
    printf 'Participant 4712,"\303\226zt\303\274rk \303\234mit",,Submitted,"5.00",30.00,Yes,-,-,\r\n'
    printf "Participant 4713,'=1+1 <b>,,,,30.00,No,-,-,\\r\\n"
    printf 'Participant 4714,"Anna Blum",,,,30.00,Yes,-,-,\r\nParticipant 4715,"Anna Blum",,,20.00,30.00,Yes,-,-,\r\n'
    printf 'Participant 4716,"Nie_da/Gewesen",,,,30.00,Yes,-,-,\r\n'
} >"$moodle"
book "$moodle"
changed "$moodle"
promise "Moodle's grading worksheet comes back with its grades, and all else as it was" \
    "$([ $code = 0 ] && [ "$(cells)" = '1:4::30.00 2:4:5.00:20.00 4:4::30.00 ' ]; echo $?)"
sed -e 's/for grading",,30/for grading",30.00,30/' -e 's/"5.00"/"20.00"/' -e '/4714/s/,,,,30/,,,30.00,30/' "$moodle" |
    cmp - "$filled"
promise "to the byte" $?
promise "a locked grade is not written, and that is said" \
    "$(says "Moodle has locked the grade; it would have 30 points" && grep -q "4713.*,,30.00,No" "$filled"; echo $?)"
promise "a participant who handed in nothing keeps an empty cell" \
    "$(says 'look: line 8 (Nie_da/Gewesen): no student of the class fits it'; echo $?)"
{ printf '%s\n' "$head" | tr , ';' | sed 's/"//g' &&
    printf 'Participant 4711;x;;;;30,00;Yes;-;-;\n'; } >"$work/comma.csv" && book "$work/comma.csv"
changed "$work/comma.csv"
promise "a worksheet with semicolons gets a comma in its numbers" "$([ "$(cells)" = '1:4::30,00 ' ]; echo $?)"
printf '%s\nParticipant 4711,x,,,,"30,00",Yes,-,-,\n' "$head" >"$work/quoted.csv" && book "$work/quoted.csv"
changed "$work/quoted.csv"
promise "and one with commas gets it in quotes" \
    "$([ "$(cells)" = '1:4::30,00 ' ] && grep -q ',"30,00","30,00",' "$filled"; echo $?)"
printf '%s\nParticipant 4711\tx\t\t\t\t30\tYes\t-\t-\t\n' "$(printf '%s' "$head" | tr , '\t')" >"$work/tabs.csv" &&
    book "$work/tabs.csv"
changed "$work/tabs.csv"
promise "and one with tabs and whole numbers a whole number" "$([ "$(cells)" = '1:4::30 ' ]; echo $?)"
book "$moodle" 'Lab 1'
promise "a column that a worksheet does not have is refused, since Moodle adds none" \
    "$([ $code = 2 ] && says "there is no column 'Lab 1', and Moodle adds none"; echo $?)"
sed 's/,30.00,/,100.00,/' "$moodle" >"$work/most.csv" && book "$work/most.csv"
promise "another maximum in Moodle is refused" \
    "$([ $code = 2 ] && says "'Grade' has at most 100.00 points in the LMS and 30 here"; echo $?)"
sed 's/"Maximum grade"/Scale/' "$moodle" >"$work/scale.csv" && book "$work/scale.csv"
promise "and a scale in place of points" "$([ $code = 2 ] && says 'has a scale in place of points'; echo $?)"
printf 'Nummer,Bewertung\nTeilnehmer/in4711,\n' >"$work/german.csv" && book "$work/german.csv"
promise "a worksheet in another language is refused with the way out" \
    "$([ $code = 2 ] && says 'with the LMS set to English'; echo $?)"

# Feedback for Moodle, as Moodle's importer parts the names: at each _, with the number in the second place.
cat >"$work/zip.py" <<'END'
import sys, zipfile
pages = {}
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    for name in z.namelist():
        part, page = name.split("/")
        info = part.split("_", 4)
        assert len(info) >= 4 and info[1].isdigit() and info[2:4] == ["assignsubmission", "file"], name
        assert page == "feedback.html", name
        assert part[0] not in ".~", name
        pages[info[1]] = info[0], z.read(name)
for number, (name, page) in sorted(pages.items()): print(number, name, len(page))
assert pages["4712"][1] == open(sys.argv[2], "rb").read()
END
book "$moodle"
python3 "$work/zip.py" "$out/moodle-feedback.zip" "$out/feedback/Öztürk_Ümit.html" >"$work/out.txt" 2>&1
code=$?
promise "moodle-feedback.zip holds each participant's feedback page, in the folder that Moodle's importer takes" \
    "$([ $code = 0 ] && says '4711 Jörg Müller ' && [ "$(wc -l <"$work/out.txt")" = 5 ]; echo $?)"
cp "$out/moodle-feedback.zip" "$work/once.zip" && book "$moodle" &&
    cmp "$work/once.zip" "$out/moodle-feedback.zip" >"$work/diff" 2>&1
promise "the same pages are the same zip" $?

# A plain CSV, by id, address or name; and who fits twice.
printf '%s\n' student_id,last_name,first_name,email,entry 1001,Müller,Jörg,jm@uni.example,4711 \
    1002,Ümit,Öztürk,,4712 1003,Blum,Anna,,4714 1004,Blum,Anna,,4715 1005,,,,4713 >"$work/roster.csv"
late --roster "$work/roster.csv"
printf 'Name,Login,Points\nJörg Müller,,\n"Ümit, Öztürk",,\nAnna Blum,,7\nAnna Blum,1003,\nX,1005\n' \
    >"$work/plain.csv" &&
    book "$work/plain.csv" Points
changed "$work/plain.csv"
promise "a plain CSV is filled by id or name, and a short line gets the cells that it lacks" \
    "$([ "$(cells)" = '1:2::30 2:2::20 3:2:7:20 4:2::30 5:2:None:30 ' ]; echo $?)"
sed -i 's/,1003,/,,/' "$work/plain.csv" && book "$work/plain.csv" Points
changed "$work/plain.csv"
promise "two lines and two students of one name: none gets a grade, and all are named" \
    "$([ $code = 1 ] && ! grep -qE '^[34]:' "$work/cells" && says 'line 4 (Anna Blum): 2 students fit it' &&
        says 'line 5 (Anna Blum): 2 students fit it' && says 'Anna Blum (1003): no line' &&
        says 'Anna Blum (1004): no line'; echo $?)"
printf 'email\njm@uni.example\n' >"$work/plain.csv" && book "$work/plain.csv"
promise "where a plain CSV has no such column, it is added" \
    "$([ "$(cat "$filled")" = "$(printf 'email,sortlab\njm@uni.example,30')" ]; echo $?)"
exit $failed
