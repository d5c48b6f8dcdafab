# Makes compute-sanitizer.tsv of what read_gpu.sh has left: for each kernel and tool one line a message, with
# the lines of the source by their letters and how often it came. `right` stands for all right twins together.
#     cd common/simt/tests/bank; awk -f read_gpu.awk *.cu FOLDER/logs/* | sort >table
function end_of_record(   key) {
    if (message != "") {
        key = message "\t" (lines == "" ? "-" : lines)
        if (!(key in count)) order[++n] = key
        count[key]++
    }
    message = lines = ""
}
function end_of_log(   i) {
    end_of_record()
    for (i = 1; i <= n; i++) print name "\t" tool "\t" order[i] "\t" count[order[i]]
    if (n == 0) print name "\t" tool "\t-\t-\t0"
    split("", count)
    n = 0
}
# The places of a line of the report that lie in the bank, added to `lines`.
function add_lines(text,   place) {
    while (match(text, / in [^ ]*\.cu:[0-9]+/)) {
        place = substr(text, RSTART + 4, RLENGTH - 4)
        sub(/.*\//, "", place)
        text = substr(text, RSTART + RLENGTH)
        lines = lines (lines == "" ? "" : ",") (place in letter ? letter[place] : place)
    }
}
FILENAME ~ /\.cu$/ {
    if (match($0, /\/\/ [a-z_]+:[a-z]$/)) letter[FILENAME ":" FNR] = substr($0, length($0))
    next
}
FNR == 1 {
    if (log_open) end_of_log()
    log_open = 1
    parts = split(FILENAME, path, "/")
    split(path[parts], part, ".") # FILE.NAME.wrong|right.TOOL
    name = part[2] == "all" ? part[1] ".cu, " part[3] : part[2]
    tool = part[4]
}
/^exit (124|137)$/ { end_of_record(); message = "hangs"; end_of_record() }
!/^=========/ { next }
/^========= *$/ { end_of_record(); next }
/^========= (COMPUTE-SANITIZER|ERROR SUMMARY|RACECHECK SUMMARY)/ { end_of_record(); next }
/^========= [A-Z]/ {
    end_of_record()
    message = substr($0, 11)
    add_lines(message)
    sub(/ access at .* in .*/, " access", message)
    sub(/(, | to |: )?0x[0-9a-f]+.*/, "", message)
    next
}
message != "" { add_lines($0) }
END { if (log_open) end_of_log() }
