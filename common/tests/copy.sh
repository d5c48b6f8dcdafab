# For tests in sh: a learner's own copy of the kit in $work/kit, with what is built so far, and a `make`
# that knows nothing of the one that runs the tests. Wants promise.sh.
make="env -u MAKEFLAGS -u MAKELEVEL -u LAB -u STAGE -u STEP -u LEVEL -u PROGRESS make -s --no-print-directory"
kit=$PWD

# What is built in the kit comes into the copy too.
take_build() {
    mkdir -p "$work/kit/build/cpu"
    cp -rp "$kit/build/simt" "$work/kit/build" 2>/dev/null
    for part in common grader child judge libchild.a grade; do
        cp -rp "$kit/build/cpu/$part" "$work/kit/build/cpu" 2>/dev/null
    done
}

mkdir "$work/kit"
git ls-files -coz --exclude-standard | xargs -0 cp -p --parents -t "$work/kit" 2>/dev/null
take_build
cd "$work/kit" || exit 2

# Writes a lab's file as it is when the steps up to N are solved.
solve() { # NUMBER N
    for solution in solutions/$1_*; do
        lab=$(basename "${solution%.*}")
        awk -v solved="$2" -f common/build/skeleton.awk "$solution" >"labs/$lab/${solution#*_}"
    done
}
