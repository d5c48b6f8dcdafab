#!/bin/sh
# Grades find their way home: a gradebook of Canvas comes back with its grades filled, and every other byte as it was.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
. grader/tests/class/gradebook.sh

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
    "$(says 'left: line 9 (Krank, Kurt): the student is excused in Canvas. It would have 30 points'; echo $?)"
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
        says "'Lab 2 (816)' has at most 100.00 points in the LMS and 30 here. Make both the same, with out_of"
        echo $?)"
book "$canvas" 'Assignments Current Score'
promise "and a column that Canvas lets nobody write" \
    "$([ $code = 2 ] && says "Canvas lets nobody write the column 'Assignments Current Score' (read only)"; echo $?)"
sed 's/Lab 2 (816)/"Lab 1, serial (816)"/' "$canvas" >"$work/twice.csv" && book "$work/twice.csv" 'Lab 1, serial'
promise "two columns of one name are refused, and the number tells them apart" \
    "$([ $code = 2 ] && says "are both called 'Lab 1, serial'. Name one with its number in COLUMN" &&
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
    "$([ $code = 2 ] && says 'Type the same make grade-class without ANONYMOUS=1 first'; echo $?)"
rm -rf "$subs"/* "$out"
book "$canvas"
promise "nor where no class was graded" \
    "$([ $code = 2 ] && says 'holds no graded class. Type make grade-class SUBMISSIONS=dir'; echo $?)"
exit $failed
