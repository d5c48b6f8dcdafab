#!/bin/sh
# Packs the kit for another system, without any answer: what it does there is grade.
#     TERMS=terms.json MINUTES=10 sh grader/formats/package/package.sh gradescope|autolab|classroom50 LABS
set -u
. common/kit_files.sh
system=$1 parts=grader/formats/package
choose_labs "$2"
case ${MINUTES:=10} in '' | *[!0-9]* | 0*)
    echo "make: MINUTES is '$MINUTES'; it takes a number, the minutes that $system gives a submission" >&2
    exit 2
    ;;
esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir -p build

# The folder of that name with the kit and what all systems need.
fill() { # NAME
    mkdir "$work/$1" && put_kit "$work/$1/kit" && cp $parts/collect.sh "$work/$1" && echo $((MINUTES * 60 - 30)) >"$work/$1/seconds" &&
        { [ -z "${TERMS:-}" ] || cp "$TERMS" "$work/$1/terms.json"; }
}
fail() {
    echo "make: the package for $system cannot be written" >&2
    exit 2
}
fill "$system" || fail
out=build/$system
case $system in
gradescope)
    cp $parts/setup.sh $parts/run_autograder "$work/$system" && chmod 755 "$work/$system/setup.sh" "$work/$system/run_autograder" || fail
    find "$work/$system" -exec touch -h -d "@$(kit_time)" {} +
    (cd "$work/$system" && find . -type f | cut -c3- | LC_ALL=C sort | TZ=UTC zip -q -X -@ "$work/zip.zip") || fail
    out=build/gradescope.zip
    mv "$work/zip.zip" $out || fail
    ;;
autolab)
    mv "$work/$system" "$work/autograde" && cp $parts/autolab.sh "$work/autograde/grade.sh" && mkdir -p $out &&
        pack "$work" autograde $out/autograde.tar && cp $parts/autograde-Makefile $out || fail
    ;;
classroom50)
    cp $parts/classroom50.sh "$work/$system/runner.sh" && mkdir -p $out && pack "$work" $system "$work/tar" &&
        gzip -9 -n <"$work/tar" >$out/classroom50.tar.gz || fail
    sum=$(sha256sum $out/classroom50.tar.gz | cut -d' ' -f1)
    sed "s/SHA256/$sum/" $parts/classroom50.yml >$out/classroom50.yml || fail
    ;;
esac
echo "$out: labs$(printf ' %s' $labs | sed 's/_[^ ]*//g'); what to do with it: docs/instructor/results.md"
