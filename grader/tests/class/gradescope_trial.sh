#!/bin/sh
# The zip as Gradescope treats it: unpacked into an empty system, setup.sh, and run_autograder on submissions of
# all kinds, with half a processor and 768 MB. On demand, as root, with network for setup.sh's packages.
#     sh grader/tests/class/gradescope_trial.sh ROOT        ROOT: from debootstrap --variant=minbase
# In ROOT it deletes only what a trial before it has made, which a file in ROOT says.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
refuse() {
    echo "gradescope-trial: $1" >&2
    exit 2
}
debootstrap='debootstrap --variant=minbase bookworm DIR, then make gradescope-trial ROOT=DIR'
[ "${1:-}" ] || refuse "ROOT is not set. It has to be a folder with an empty system: $debootstrap"
root=$(readlink -f -- "$1") && [ -d "$root" ] || refuse "ROOT is '$1', and that is no folder; make one: $debootstrap"
[ "$(stat -c %d:%i "$root")" != "$(stat -c %d:%i /)" ] ||
    refuse "ROOT is this system itself; make another one: $debootstrap"
[ -x "$root/usr/bin/apt-get" ] || refuse "ROOT is '$1', which is no Debian or Ubuntu; make one: $debootstrap"
[ "$(id -u)" = 0 ] || refuse "the trial needs to be root, for a root of its own and limits"
box=$root/autograder mark=$root/.sortlab-trial
for made in "$box" "$root/opt/sortlab"; do
    [ ! -e "$made" ] || [ -e "$mark" ] ||
        refuse "$made was not made by a trial; move it away, or take an empty system: $debootstrap"
done
says() { grep -qE -- "$1" "$box/results/results.json"; }

# Namespaces of its own, so that nothing of it outlives the command; ROOT becomes the root, and root has what
# a container leaves it.
caps=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_raw,+sys_chroot,+mknod,+setfcap
inside() { # COMMAND...
    unshare --mount --pid --fork --propagation private sh -c '
        root=$1 && shift
        mount --bind "$root" "$root" && cd "$root" && mkdir -p old &&
        mount -t proc proc proc && mount -t sysfs -o ro sys sys && mount --rbind /dev dev
        cp /etc/resolv.conf etc/resolv.conf 2>/dev/null
        pivot_root . old && umount -l old &&
            exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv --bounding-set "$0" "$@"' "$caps" \
                "$root" "$@"
}

# Half a processor and 768 MB: a group of cgroups v1 or v2; the command joins it and then starts.
make_group() {
    group=sortlab-trial-$$ cgroup=/sys/fs/cgroup
    if [ -e $cgroup/cgroup.controllers ]; then
        mkdir $cgroup/$group && echo '50000 100000' >$cgroup/$group/cpu.max && echo 768M >$cgroup/$group/memory.max &&
            joins="$cgroup/$group"
    else
        mkdir $cgroup/cpu/$group $cgroup/memory/$group && echo 50000 >$cgroup/cpu/$group/cpu.cfs_quota_us &&
            echo 768M >$cgroup/memory/$group/memory.limit_in_bytes && joins="$cgroup/cpu/$group $cgroup/memory/$group"
    fi
}
limited() { # COMMAND...
    (
        for folder in $joins; do sh -c 'echo $PPID' >"$folder/cgroup.procs"; done
        inside "$@"
    )
}

# Grades what prepared() put into the submission; seconds holds how long it took.
submit() {
    rm -rf "$box/submission" "$box/results" && mkdir -p "$box/submission" "$box/results"
    "$@"
    began=$(date +%s)
    limited /autograder/run_autograder >"$work/out" 2>&1
    seconds=$(($(date +%s) - began))
    cp "$box/results/results.json" "$work/results.gradescope"
}
valid() {
    build/cpu/tests/valid grader/grade/report/schemas/gradescope.json "$work/results.gradescope" >>"$work/out" 2>&1 &&
        NODE_PATH=/usr/share/nodejs node grader/tests/report/schema.cjs grader/grade/report/schemas \
        "$work/results.gradescope" \
            >>"$work/out" 2>&1
}

: >"$mark" && rm -rf "$box" "$root/opt/sortlab" && mkdir -p "$box/source" &&
    unzip -q build/gradescope.zip -d "$box/source" &&
    cp "$box/source/run_autograder" "$box"
make_group || exit 2
trap 'for folder in $joins; do rmdir "$folder"; done; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
inside /autograder/source/setup.sh >"$work/out" 2>&1 && tail -n 1 "$work/out" | grep -q 'setup.sh: ready'
promise "setup.sh makes an empty system ready" $?
tail -n 3 "$work/out" | sed 's/^/# /'

labs=$(ls "$box/source/kit/labs")
right() {
    for lab in $labs; do cp solutions/"$lab".* "$box/submission"; done
}
submit right
valid && says '"output": "[0-9]+00 of [0-9]+00 points' && ! says '"status": "failed"' && [ $seconds -lt 570 ]
promise "the right answers get all points, in $seconds s" $?
[ "$(stat -c %a "$box/source")" = 750 ] && [ "$(stat -c %a "$box/results")" = 750 ]
promise "nobody else can look into source and results" $?

as_uploaded() { # one file under its bare name, in a folder
    lab=$(echo "$labs" | head -n 1)
    mkdir "$box/submission/my work" &&
        cp solutions/"$lab".* "$box/submission/my work/$(basename solutions/"$lab".* | sed 's/^[0-9]*_//')"
}
submit as_uploaded
valid && says '"output": "100 of [0-9]+ points' && says 'there is no'
promise "a file that lies in a folder is found, and those that are missing are named ($seconds s)" $?

skeletons() { cp -r "$box/source/kit/labs" "$box/submission"; }
submit skeletons
valid && says '"output": "0 of [0-9]+ points' && says 'wrong answer: '
promise "the skeletons get nothing ($seconds s)" $?
submit true
valid && says '"output": "0 of [0-9]+ points' && ! says passed
promise "an empty submission gets nothing ($seconds s)" $?

hostile() {
    lab=$(echo "$labs" | head -n 1)
    file=$box/submission/$(basename solutions/"$lab".*)
    cp solutions/"$lab".* "$file"
    cat >>"$file" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void pry(void) {
    static const char *const paths[] = {"/autograder/results/results.json", "/autograder/results/mine",
                                        "/opt/sortlab/mine"};
    for (int i = 0; i < 3; i++) {
        FILE *file = fopen(paths[i], "w");
        if (file) fputs("{\"score\": 1000, \"tests\": []}", file), fclose(file);
    }
    FILE *secret = fopen("/autograder/source/grade.sh", "r");
    if (secret || getuid() == 0) abort();
}
END
    ln -s /etc/passwd "$box/submission/04_reduce_merge.cu" 2>/dev/null
    ln -s / "$box/submission/all"
}
submit hostile
valid && ! says 1000 && says 'of [0-9]+ points' && ! ls "$box/results/mine" "$root/opt/sortlab/mine" >/dev/null 2>&1
promise "one that writes to the results and reads the source changes nothing ($seconds s)" $?
says '"output": "100 of'
promise "and its code ran as another user who can read no source" $?

submit right >/dev/null &
for i in $(seq 3000); do grep -qs 'It came to [1-9]' "$box/results/results.json" && break || sleep 0.2; done
for pid in $(cat "${joins%% *}/cgroup.procs"); do
    [ "$(cat "/proc/$pid/comm" 2>/dev/null)" != grade ] || kill -9 "$pid"
done
wait
cp "$box/results/results.json" "$work/results.gradescope"
valid && says 'did not finish'
promise "kill -9 in the middle leaves a valid file that says so" $?
exit $failed
