#!/bin/sh
# Runs a command where hostile code can do no harm even with all defences out: in namespaces of its own, so
# that no signal and no call gets out, and in cgroups that bound memory and processes. What cannot be had
# here (no root, no such cgroups) is left out, and said.
#     sh grader/selftest/hostile/run.sh build/cpu/hostile [options]
set -u
MEMORY=$((6 << 30)) PROCESSES=400

groups=''
# A grader that was killed itself, as some defences' absence has it, leaves groups in ours.
leave() {
    for g in $groups; do
        echo $$ >"${g%/*}/cgroup.procs" 2>/dev/null
        find "$g" -depth -type d -exec rmdir {} \; 2>/dev/null
    done
}
trap leave EXIT
bound() { # FOLDER FILE NUMBER
    mkdir "$1" 2>/dev/null || return 1
    groups="$groups $1"
    echo "$3" >"$1/$2" 2>/dev/null && echo $$ >"$1/cgroup.procs" 2>/dev/null
}
no_bound() { echo "run.sh: no bound by $1 here" >&2; }

if [ "$(id -u)" = 0 ]; then
    own=sortlab-hostile-$$
    bound "/sys/fs/cgroup/memory/$own" memory.limit_in_bytes $MEMORY || no_bound memory
    bound "/sys/fs/cgroup/pids/$own" pids.max $PROCESSES || no_bound processes
    if unshare --pid --fork --mount-proc --kill-child --net true 2>/dev/null; then
        # High numbers from the start, as on a machine: 2 would be somebody in every namespace.
        unshare --pid --fork --mount-proc --kill-child --net sh -c \
            'echo 20000 >/proc/sys/kernel/ns_last_pid; exec "$@"' sh "$@"
        exit
    fi
    echo "run.sh: no namespaces here" >&2
fi
"$@"
