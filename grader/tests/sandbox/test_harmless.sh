#!/bin/sh
# Nothing of the host is deleted: what the kit deletes it has made, and marked where others may have put files.
. "$(dirname "$0")/../../../common/tests/promise.sh"
says() { grep -qF -- "$1" "$work/out"; }

# rm and unzip are stand-ins, so that a trial that wants to go on destroys nothing.
mkdir "$work/bin" "$work/empty" "$work/taken" "$work/taken/autograder"
for name in rm unzip unshare; do
    printf '#!/bin/sh\necho "%s $*" >>"%s"\nexit 1\n' $name "$work/called" >"$work/bin/$name"; done
chmod 755 "$work/bin"/*
mkdir -p "$work/taken/usr/bin" && printf '#!/bin/sh\n' >"$work/taken/usr/bin/apt-get" &&
    chmod 755 "$work/taken/usr/bin/apt-get"
trial() { # the trial refuses ROOT and touches nothing
    root=$1 words=$2
    : >"$work/called"
    TMPDIR=$work PATH="$work/bin:$PATH" sh grader/tests/class/gradescope_trial.sh ${root:+"$root"} >"$work/out" 2>&1
    [ $? = 2 ] && ! grep -qvF "rm -rf $work/" "$work/called" && says "$words"
}
trial '' 'ROOT is not set'
promise "make gradescope-trial without ROOT says what it needs, and does nothing" $?
trial / 'is this system itself' && trial /./ 'is this system itself'
promise "nor does it touch this system" $?
trial "$work/none" 'that is no folder' && trial "$work/empty" 'which is no Debian or Ubuntu'
promise "nor what is no system" $?
trial "$work/taken" "$work/taken/autograder was not made by a trial" && [ -d "$work/taken/autograder" ]
promise "nor a folder that it has not made" $?

mkdir -p "$work/box/source/kit/common/build" "$work/mine" && echo mine >"$work/mine/file"
printf 'exit 0\n' >"$work/box/source/kit/common/build/deps.sh"
cp grader/grade/report/package/setup.sh "$work/box/source" &&
    SORTLAB=$work/mine sh "$work/box/source/setup.sh" >"$work/out" 2>&1
[ $? = 1 ] && says "$work/mine holds files that setup.sh did not put there" && [ "$(cat "$work/mine/file")" = mine ]
promise "setup.sh of the packages installs over nobody's files" $?

# Whoever deletes a folder names one that was just made, or one in build/.
made='work|tmp|sums|new|out|trial|PWD|subs|kit|box|copy|odd|place'
git ls-files '*.sh' '*.mk' Makefile 'grader/grade/report/package/*' |
    xargs grep -nE '(^|[^a-z])rm -[a-z]*[rR]' /dev/null |
    grep -vE 'rm -[rRf]+ ("?\$\{?('"$made"')|build|labs/15_odd|\$work|"\$root/opt|\.sortlab|\.git|kept\.bin|"\$to")' |
    grep -v 'test_harmless.sh\|hostile/' >"$work/out"
[ ! -s "$work/out" ]
promise "each rm -r of the kit is of a folder that was made for it" $?
exit $failed
