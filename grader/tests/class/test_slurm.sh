#!/bin/sh
# A class graded by Slurm, on a cluster of one node that this test starts and stops itself.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
needs class "a class is graded by Slurm" && needs slurm "a class is graded by Slurm" || exit 0
mkdir -p build/cpu && flock build/cpu/lock make -s --no-print-directory build/cpu/class || exit 2
PATH=$PATH:/usr/sbin:/sbin
cluster=$work/cluster
says() { grep -qF -- "$1" "$work/out"; }
skip() {
    echo "skip - a class is graded by Slurm ($1)"
    exit 0
}
[ "$(id -u)" = 0 ] || skip "not root: this test's cluster runs as root"

# Ends what it started, by the numbers in its own files, and waits until that is so.
stop_cluster() {
    for name in slurmd slurmctld munged; do
        [ -s "$cluster/$name.pid" ] || continue
        pid=$(cat "$cluster/$name.pid")
        kill "$pid" 2>/dev/null
        for i in $(seq 3000); do kill -0 "$pid" 2>/dev/null && sleep 0.1 || break; done
        kill -9 "$pid" 2>/dev/null
    done
    for step in $(running 'slurmstepd: ['); do
        tr '\0' '\n' <"/proc/$step/environ" 2>/dev/null | grep -qF "SLURM_CONF=$cluster/" && kill -9 "$step"
    done
}
trap 'stop_cluster; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

mkdir -p "$cluster/state" "$cluster/spool" && chmod 755 "$work" "$cluster" && umask 022
host=$(hostname -s) port=$((20000 + $$ % 20000))
export SLURM_CONF=$cluster/slurm.conf
(umask 077 && head -c 1024 /dev/urandom >"$cluster/munge.key")
cat >"$SLURM_CONF" <<END
ClusterName=sortlab
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,sched_min_interval=0
MpiDefault=none
ReturnToService=2
KillWait=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=class Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
munged --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" --pid-file="$cluster/munged.pid" \
    --log-file="$cluster/munged.log" --seed-file="$cluster/munge.seed" >"$work/out" 2>&1 ||
        skip "munged: $(tail -n 1 "$work/out")"
slurmctld >"$work/out" 2>&1 || skip "slurmctld: $(tail -n 1 "$work/out")"
slurmd -N "$host" >"$work/out" 2>&1 || skip "slurmd: $(tail -n 1 "$work/out")"
for i in $(seq 600); do sinfo -h -o %T 2>/dev/null | grep -q idle && break || sleep 0.2; done
sinfo -h -o %T 2>/dev/null | grep -q idle ||
    skip "the node does not come up: $(tail -n 1 "$cluster/slurmd.log" 2>/dev/null)"

# A grader that is quick, but for `slow`.
cat >"$work/grade" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in --submission) sub=$2; shift ;; --result) result=$2; shift ;; --lab) lab=$2; shift ;; esac
    shift
done
text=$(cat "$sub"/*/*.c 2>/dev/null)
case $text in *slow*) sleep 2 ;; esac
points=$(printf %s "$text" | wc -c)
cat >"$result" <<EOF
{"sandbox": "none", "stages": [{"lab": "$lab", "stage": 1, "step": 1, "title": "a", "points": $points,
    "max_points": 100, "verdict": "WA", "class": "", "message": "", "repeat": ""}]}
EOF
exit 1
END
chmod +x "$work/grade"
mkdir "$work/subs" "$work/build"
for i in 1 2 3 4 5 6 7 8 9 10; do
    mkdir "$work/subs/s$i" && printf 'work of %d' "$i" >"$work/subs/s$i/01_serial_radix.c"
done
printf 'slow' >"$work/subs/s10/01_serial_radix.c"
class="build/cpu/class --grade $work/grade --folder $work/build --labs 01 --sandbox none --submissions $work/subs"
slurm="$work/it's out 100%x; \$HOME"
graded() { grep -c '^[0-9]* of [0-9]*: ' "$work/out"; }

$class --out "$work/local" >"$work/out" 2>&1
$class --out "$slurm" --executor slurm --partition class >"$work/out" 2>&1
code=$?
promise "a class graded by Slurm comes to the same bytes" \
    "$([ $code = 0 ] && [ "$(graded)" = 11 ] && cmp "$work/local/grades.csv" "$slurm/grades.csv" &&
        diff -r "$work/local/results" "$slurm/results" >/dev/null; echo $?)"
$class --out "$slurm" --executor slurm >"$work/out" 2>&1
promise "a second run submits nothing" "$([ "$(graded)" = 0 ]; echo $?)"

# The task that works on the slow one is lost in the middle: Slurm forgets it, and its process is killed.
$class --out "$work/lost" --executor slurm >"$work/out" 2>&1 &
run=$!
for i in $(seq 3000); do [ "$(graded)" -ge 7 ] && break || sleep 0.1; done
job=$(cat "$work"/lost/.class/slurm/run-*/id 2>/dev/null)
scancel --signal=KILL --full "$job" 2>/dev/null
scancel "$job"
wait $run
code=$?
promise "what a lost task had to do is submitted again, to the same bytes" \
    "$([ $code = 0 ] && says 'lost ' && says 'submitted again' &&
        cmp "$work/local/grades.csv" "$work/lost/grades.csv"; echo $?)"

# The run itself is killed, and goes on with what the tasks left behind.
$class --out "$work/killed" --executor slurm >"$work/out" 2>&1 &
run=$!
for i in $(seq 3000); do [ "$(graded)" -ge 3 ] && break || sleep 0.1; done
kill -9 $run
wait $run 2>/dev/null
$class --out "$work/killed" --executor slurm >"$work/out" 2>&1
promise "a run that is killed goes on" "$([ $? = 0 ] && [ "$(graded)" -lt 11 ] &&
        cmp "$work/local/grades.csv" "$work/killed/grades.csv"; echo $?)"
promise "nothing is left in the queue, nor in OUT" \
    "$([ -z "$(squeue -h -t PD,R)" ] && [ -z "$(ls "$work/killed/.class/slurm")" ]; echo $?)"
$class --out "$work/none" --executor slurm --partition nowhere >"$work/out" 2>&1
promise "a partition that is not there is named in Slurm's words" \
    "$([ $? = 2 ] && says 'sbatch takes no job' && says 'partition'; echo $?)"
munged=$(cat "$cluster/munged.pid")
stop_cluster
promise "the cluster is gone" "$(! kill -0 "$munged" 2>/dev/null &&
        [ -z "$(running "$cluster" | tee "$work/out")" ]; echo $?)"
exit $failed
