#!/bin/sh
# Writes a new lab from the templates in common/build/new_lab. It is a whole lab at once: it builds, its
# solution passes and its skeleton fails. Lines with AUTHOR: say what belongs in their place.
#     NAME=15_name [KIND=device|host] sh common/build/new_lab.sh
set -u
export LC_ALL=C
lab=${NAME:-} kind=${KIND:-device} new=

refuse() {
    echo "new-lab: $*" >&2
    exit 2
}

case $kind in
device) ending=cu other=host ;;
host) ending=c other=device ;;
*) refuse "KIND is '$kind'. It can be device or host" ;;
esac

case $lab in
*[!a-z0-9_]* | *__* | *_) name= ;;
[0-9][0-9]_[a-z]*) name=${lab#??_} ;;
*) name= ;;
esac
[ "$name" ] || refuse "NAME is '$lab'. It must be two digits and a name in small letters: make new-lab NAME=15_name"
number=${lab%%_*} upper=$(echo "$name" | tr a-z A-Z)
title=$(echo "$upper" | cut -c 1)$(echo "$name" | cut -c 2- | tr _ ' ')
solution=solutions/$lab.$ending

fill() { # TEMPLATE FILE
    sed -e "/^@$other@/d; s/^@$kind@//; s/@name@/$name/g; s/@NAME@/$upper/g; s/@number@/$number/g" \
        -e "s/@title@/$title/g; s/@ending@/$ending/g" "common/build/new_lab/$1.in" >"$2"
}

write_all() {
    mkdir "$new/lab" && fill "solution.$ending" "$new/solution" &&
        sh common/build/skeletons.sh --print "$new/solution" >"$new/lab/$name.$ending" &&
        fill name.h "$new/lab/$name.h" && fill stages.c "$new/lab/stages.c" &&
        fill README.md "$new/lab/README.md" && fill hints.md "$new/lab/hints.md"
}

# Everything is written aside, on the same disk, and then moved, so that nobody ever sees half a lab.
trap 'rm -rf "$new"' EXIT
trap 'exit 130' INT TERM HUP
new=$(mktemp -d labs/.new-lab.XXXXXX 2>/dev/null) || refuse "no folder can be made in labs/"
why=$(write_all 2>&1) || refuse "the lab cannot be written, and nothing is changed: $(echo "$why" | tail -n 1)"

for taken in labs/"$number"_* solutions/"$number"_*; do
    # One that was ended between its two moves can be taken up again.
    [ "$taken" = "$solution" ] && cmp -s "$taken" "$new/solution" && continue
    [ ! -e "$taken" ] || refuse "the number $number is taken by $taken. Choose another"
done
# The lab's folder is searched for headers, so a second one of the same name would hide the first.
user=$(grep -rls --include="*.h" "SORTLAB_${upper}_H" common grader labs/[0-9]* | head -n 1)
[ ! "$user" ] || refuse "the name '$name' is taken by $user. Choose another"
! printf '#include <%s.h>\n' "$name" | ${CC:-cc} -E -isystem common/simt/include -x c - >/dev/null 2>&1 ||
    refuse "the name '$name' is taken by the system's <$name.h>. Choose another"
[ "$name" != stages ] || refuse "the name 'stages' is taken by every lab's stages.c. Choose another"

trap '' INT TERM HUP
mv "$new/solution" "$solution" || refuse "$solution cannot be written"
mv "$new/lab" "labs/$lab" || { rm -f "$solution"; refuse "labs/$lab cannot be written"; }

echo "new-lab: labs/$lab and $solution are written."
echo "Lines with AUTHOR: say what belongs there. Take them out as you go. The rest is in docs/add-a-lab.md."
echo "Now: make grade SUBMISSION=solutions LAB=$number"
