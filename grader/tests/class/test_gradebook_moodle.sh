#!/bin/sh
# Grades find their way home: so do those of Moodle, its feedback, and those of a plain CSV.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
. grader/tests/class/gradebook.sh

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
    "$(says "Moodle has locked the grade. It would have 30 points" && grep -q "4713.*,,30.00,No" "$filled"; echo $?)"
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
promise "and a scale in place of points" "$([ $code = 2 ] && says 'has a scale instead of points'; echo $?)"
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
