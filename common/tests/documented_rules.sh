# For documented.sh: what holds of the commands that pages print ($work/rules),
# and in which form they are run here ($work/forms).
# What holds of a command that fits a pattern of the shell:
#     ends CODE, if not by 0                        shows TEXT, which stands in its output
#     needs GROUP, which common/build/deps.sh knows
#     slow: a third of these are run, if not all    skip WHY: it cannot be run here
cat >"$work/rules" <<END
make # ends $unsolved
make check # ends $unsolved
make check LAB=03 # ends $unsolved
make grade # ends 2
make profile # ends 2
make profile # shows which lab? Type: make profile LAB=02 STAGE=2
make trace # ends 2
make trace # shows which lab? Type: make trace LAB=03
make debug # ends 2
make debug # shows which lab? Type: make debug LAB=03
make grade-class # ends 2
make hint LAB=03 STEP=1 # shows Hint 1 of 3
make profile LAB=02 STAGE=2 WHO=solutions # shows list[r * stride]; 2080 4.0
make run N=100000 COMPARE=1 WHO=labs # ends 2
make run N=100000 COMPARE=1 WHO=labs # shows run: plan_chunk of lab 08 gives chunks of
make trace LAB=0? # shows build/trace/0
make handout LABS=01-04* # shows build/handout.tar.gz: labs 01 02 03 04,
make rubric RUBRIC=rubric.yaml # shows assignment
make exam LABS=03 SEED=2026 # shows build/exam/2026: form contract, 128 threads of 8 keys
make -C build/exam/2026/kit grade SUBMISSION=solutions # shows solutions: 100 of 100 points
make -C build/exam/2026/kit grade # ends 2
make -C build/exam/2026/kit grade # shows labs: 0 of 100 points
make -s -C build/exam/2026/kit rubric >* # needs class
make debug* # needs debugger
make slides* # needs slides
make docs* # needs docs
make slides docs # needs docs
make profile LAB=03 STAGE=4 SUBMISSION=dir COMPARE=solutions # shows the reference
make gradescope* # needs formats
make autolab* # needs formats
make classroom50* # needs formats
make prairielearn* # needs formats
make submitty* # needs formats
rm ?r class cleo graded roster.csv # needs class
make similar* # needs similar
make questions* # needs questions
make questions # shows All are whole. build/questions/questions.gift
make try-questions* # needs questions
make try-questions LABS=01 # shows ok - 01-split
make viva* # needs class
make viva* # needs similar
make viva # ends 2
make viva # shows which lab? Type make viva LAB=03 SUBMISSION=dir
make viva LAB=03 SUBMISSION=dir * # shows build/viva/03-Ada_Lind.html
make viva LAB=03 SUBMISSIONS=dir OUT=dir # shows graded/viva/03-
make deps-similar* # needs similar
make run-mpi* # needs mpi
make deps # needs dev
sh common/build/deps.sh class # needs class
sh common/build/deps.sh slurm # needs slurm
sh common/build/deps.sh sandbox # needs sandbox
*grade-class* # needs class
make class-pages* # needs class
make gradebook* # needs class
make viva *OUT=semester/01* # slow
*SUBMISSIONS=handed-in/03* # slow
make -C build/exam/2027/kit grade * # slow
make -C build/exam/2027/kit grade * # shows solutions: 100 of 100 points
make grade SUBMISSION=solutions LAB=03 RUBRIC=* # needs class
make rubric* # needs class
make course-grades* # needs class
make grade SUBMISSION=dir RUBRIC=* # needs class
build/cpu/rubric* # needs class
make fuzz # needs class
make demo # slow
make slides # slow
make slides SOLUTIONS=1 # slow
make slides docs # slow
make docs* # slow
make hostile # slow
make hostile-teeth # slow
make mutants* # slow
make fuzz # slow
make gradescope* # slow
make autolab* # slow
make classroom50* # slow
make run *COMPARE=1* # slow
make run-mpi* # slow
make profile LAB=0* # slow
make trace LAB=06 # slow
make test # skip this is a part of it
make watch # skip it runs until Ctrl-C; common/tests/test_watch.sh tries it
make class-trial N=200 # skip it takes an hour or two
make gradescope-trial ROOT=dir # skip it takes an empty system by debootstrap, root and a network
*DEV=gpu* # skip it takes a GPU
sudo * # skip it changes the system
wsl * # skip it is for Windows
docker * # skip it takes Docker and a network
module * # skip it is for a cluster
srun * # skip it is for a cluster
mkdir -p ~/.local && * # skip it takes a network; common/tests/test_deps.sh
for package in \*.deb;* # skip it takes what the line before it loads
./configure * # skip it is for the sources of another project
git push # skip there is nowhere to push to
make check CC=clang-19 CXX=clang++-19 # skip grader/tests/judge/test_architectures.sh takes the compilers that are here
END
# What stands for something else on a page, and small forms of what takes long.
dir=$work/dir
cat >"$work/forms" <<END
s/^[!%]//
s#git clone ADDRESS#git clone -q $work/kit#
s#SUBMISSIONS=dir#SUBMISSIONS=$dir#
/LAB=/!s#SUBMISSION=dir#& LAB=01#
s#SUBMISSION=dir#SUBMISSION=$dir/ada#
s#\\bOUT=dir#OUT=graded#
s#--format NAME=PATH#& --submission $dir/ada --lab 01#
s#NAME=PATH#junit=$work/junit.xml#
s#--terms FILE#--terms $work/terms.json#
s#=\\([a-z0-9]*\\)|[a-z0-9|]*#=\\1#g
/grade-class SUBMISSIONS=.*dir /{s#ROSTER=roster#ROSTER=$work/roster#;s#\$# LABS=01#}
s#^make grade\$#& LAB=01#
s#SUBMISSION=class/ada#& LAB=03#
s#^make slides\\( docs\\| SOLUTIONS=1\\)*\$#& DECK=03#
s#^make .*docs\\b.*#& GRAPHS=no#
s#^make hostile\$#& NAME=nothing#
s#^make hostile-teeth\$#& NAME=link-to-another#
s#^make mutants\$#& LAB=01 SAMPLE=1#
s#^make mutants RIGHT=1#& LAB=01#
s#UNSEEN=60#LAB=01 UNSEEN=1#
s#^make fuzz\$#& SECONDS=1#
s#N=100000 COMPARE=1#N=5000 COMPARE=1#
s#^make gradescope\$#& LABS=01#
s#^make classroom50\$#& LABS=01#
END

# rule COMMAND KIND: what the rules of that kind say.
rule() {
    while IFS= read -r line; do
        value=${line#* # } pattern=${line%% # *}
        case "$value" in "$2" | "$2 "*) ;; *) continue ;; esac
        case $1 in $pattern) echo "$line" >>"$work/used" && echo "${value#"$2 "}" ;; esac
    done <"$work/rules"
}
