# For scripts that take a lab as people type it, 3, 03 or 03_atomic_merge, in the kit's top folder: find_lab sets lab
# to its folder's name and number to 03; where there is none, labs names all that there are, and it is false.
find_lab() { # WANTED
    labs=
    for folder in labs/[0-9]*_*; do
        lab=${folder#labs/}
        number=${lab%%_*}
        labs="$labs $lab"
        case $1 in "$lab" | "$number" | "${number#0}") return 0 ;; esac
    done
    return 1
}
