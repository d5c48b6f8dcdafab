# For scripts that hand the kit on, in the kit's top folder: what of it a learner gets. Only what is named
# here goes along, so that nothing does by accident: no solution, rubric, seed, mutant, test or history.

# Sets labs to the folders that are meant: "" for all, or 03, 01-04, 01,03-04.
choose_labs() { # LABS
    labs=$(
        for folder in labs/[0-9]*_*; do
            lab=${folder#labs/}
            echo "$lab"
        done | awk -v wanted="$1" '
            BEGIN { n = split(wanted, parts, /[ ,]+/) }
            { number = $0 + 0; taken = wanted == "" }
            { for (i = 1; i <= n; i++) { ends = split(parts[i], end, "-")
                  if (parts[i] != "" && number >= end[1] + 0 && number <= end[ends] + 0) taken = 1 } }
            taken { print }'
    )
    case $1 in
    *[!0-9,\ -]*) labs= ;;
    esac
    [ "$labs" ] && return
    echo "make: there are no labs '$1'. LABS takes numbers, such as 03, 01-04 or 01,03." \
        "There are$(printf ' %s' labs/[0-9]*_* | sed 's#labs/##g')" >&2
    exit 2
}

# The names of all files that go along, of those that git knows or would take.
kit_names() {
    pages=README.md
    for page in cpu-runtime cpu-support cuda-in-one-page debugger glossary install learner measured sources; do
        pages="$pages docs/$page.md"
    done
    for page in docs/measured/*.md; do pages="$pages $page"; done
    for lab in $labs; do pages="$pages labs/$lab/README.md"; done
    for folder in docs/??; do # of a language
        for page in "$folder"/*.md "$folder/messages.po" $(printf "$folder/labs/%s/*.md " $labs); do
            [ ! -f "$page" ] || pages="$pages $page"
        done
    done
    printf '%s\n' Makefile .gitignore .devcontainer/Dockerfile .devcontainer/devcontainer.json docs/bench.csv $pages
    printf 'common/build/%s\n' packages.txt package_names.txt # which deps.sh reads
    grep -oE '\]\([./a-z]*pictures/[a-z0-9_]+\.svg' $pages |
        sed -e 's#^\(docs/../\).*pictures/#\1pictures/#' -e 's#^.*:.*pictures/#docs/pictures/#'
    find common common/stage common/sort common/comm common/build -maxdepth 1 \
        '(' -name '*.[ch]' -o -name '*.sh' -o -name '*.mk' -o -name '*.awk' ')' 2>/dev/null |
        grep -vE -e '^common/build/(costs|demo|docs(_mend)?|exam|new_lab|skeletons|handout|kit_files|npm|suite)\.sh$' \
            -e '^common/build/((test|test_hard)\.sh|(docs|skeleton)\.awk|(test|slides|docs)\.mk)$'
    find common/web -maxdepth 1 -name '*.html'
    find common/comm -name '*.[ch]'
    find slides/examples -name '*.cu' # which a deck tells students to run
    find exam.txt 2>/dev/null # an examination's minutes
    find common/simt -maxdepth 1 -type f ! -name README.md # that is its maintainer's
    find common/simt/check common/simt/compile common/simt/debug common/simt/driver common/simt/lib \
        common/simt/include common/simt/run -type f
    find grader/grade -maxdepth 1 -type f
    parts='shared grade/judge grade/report grade/report/trace grade/report/profile grade/learner'
    parts="$parts grade/sandbox grade/policy grade/gpu"
    # These link all labs.
    [ "$labs" != "$(cd labs && ls -d [0-9]*_*)" ] || parts="$parts sort sort/external sort/pipeline"
    case "$parts $labs" in *pipeline* | *14_*) find common/sort/host -name '*.[ch]' ;; esac
    case $labs in *13_*) # the kernels that call what its students write, and not the library's own steps
        own='sort|reference|choose|even|few|grid|sweep|rank|spike|histogram|items|words'
        find common/sort/device -name '*.h' | grep -vE "/($own)[.]h\$" ;;
    esac
    case $labs in *14_*) # but for how the reference sorts
        parts="$parts sort/ranks/mpi sort/ranks/many"
        printf 'grader/sort/ranks/%s\n' ranks.h ranks.mk work.c files.c sort.c sort_host.c
        printf '%s\n' docs/many-machines.md grader/sort/ranks/many/many.mk grader/sort/ranks/mpi/mpi.mk \
            grader/sort/ranks/mpi/run.sh grader/sort/ranks/mpi/run.slurm ;;
    esac
    for part in $parts; do
        find "grader/$part" -maxdepth 1 '(' -name '*.[ch]' -o -name suspect.txt ')' 2>/dev/null |
            grep -v '^grader/sort/in_memory' # who reads the device engine has no lab 07 or 10 to solve
    done
    for lab in $labs; do
        find "labs/$lab" -maxdepth 1 '(' -name hints.md -o -name '*.h' -o -name costs.json -o -name lab.mk \
            -o -name stages.c -o -name suspect.txt ')'
    done
}

# A page without the parts that a mark leaves out, and without lines about labs that do not go along.
handed_page() { # FOLDER FILE
    awk -v labs="$(echo $labs)" -v all="$([ -e "$1/grader/sort/main.c" ] && echo 1)" '
        /^<!-- not handed out -->$/ { left_out = 1; next }
        /^<!-- needs all labs -->$/ { left_out = !all; next }
        /^<!-- -->$/ { left_out = 0; next }
        left_out || (/make run / && !all) || (/make run-mpi|GPUS=/ && " " labs !~ / 14_/) { next }
        match($0, /\]\(labs\/[^\/]*/) && index(" " labs " ", " " substr($0, RSTART + 7, RLENGTH - 7) " ") == 0 { next }
        { print }' "$2"
}

# Makefiles include what is there.
handed_makefile() { # FOLDER FILE
    FOLDER=$1 awk '
        /^include / { line = $1
            for (i = 2; i <= NF; i++) { there = $i ~ /[$()*]/ || !system("test -e \"$FOLDER\"/" $i)
                                        if (there) line = line " " $i }
            if (line != $1) print line
            next }
        { print }' "$2"
}

# Learners' files from the solutions, into labs/ of a kit.
put_skeletons() { # FOLDER
    for lab in $labs; do
        for solution in "solutions/$lab".*; do
            file=${solution##*/}
            awk -f common/build/skeleton.awk "$solution" >"$1/labs/$lab/${file#*_}" || return
        done
    done
}

# Copies the kit of the chosen labs to a folder; skeletons are made anew, whatever lies in labs/.
put_kit() { # FOLDER
    kit_names | LC_ALL=C sort -u >"$1.names"
    if git rev-parse --git-dir >/dev/null 2>&1 && [ -z "$(git rev-parse --show-prefix)" ]; then
        git -c core.quotePath=no ls-files -co --exclude-standard | LC_ALL=C sort -u |
            LC_ALL=C join - "$1.names" >"$1.known"
        mv "$1.known" "$1.names"
    fi
    mkdir -p "$1" && xargs -d '\n' cp -p --parents -t "$1" <"$1.names" || return
    rm "$1.names"
    put_skeletons "$1" || return
    for file in Makefile $(cd "$1" && find common -name '*.mk'); do
        handed_makefile "$1" "$file" >"$1/$file" || return
    done
    for file in README.md $(cd "$1" && find docs -name '*.md'); do
        handed_page "$1" "$file" >"$1/$file" || return
    done
    find "$1" -type d -exec chmod 755 {} + && find "$1" -type f -exec chmod 644 {} + &&
        chmod 755 "$1/common/simt/simtcc"
}

# The time that all files of an archive get: of the last commit, so that the same kit has the same bytes.
kit_time() {
    echo "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)}"
}

# A folder as an archive of always the same bytes.
pack() { # FOLDER NAME OUT.tar: NAME within FOLDER
    tar -C "$1" -cf "$3" --format=ustar --sort=name --mtime="@$(kit_time)" --owner=0 --group=0 --numeric-owner "$2"
}
