# Comments and messages of sources as units of text for judge.awk, as text.awk makes them of pages: kinds comment and
# message. Of C all strings in which somebody is told something; of contracts (headers of labs) the block comments; of
# solutions the steps, which the skeletons show.
#     awk -f source.awk FILE...
function flush_comment() {
    gsub(/^ +| +$/, "", comment)
    if (comment ~ /[a-z] /) printf "%s\t%d\tcomment\t%s\n", FILENAME, comment_line, comment
    comment = ""
}
# A line of a comment: a blank one, a tag or a drawing ends what came before.
function say(line) {
    sub(/^ *\*? ?/, "", line)
    gsub(/@(file|brief|param(\[[a-z,]*\])?|return|launch|shared|cost|source)/, "\001", line)
    if (line ~ /^ *$/ || line ~ /\001|^    /) flush_comment()
    if (line ~ /^    / && line !~ /\001/) return
    gsub(/\001 *([a-z_]+ )?/, "", line)
    if (comment == "") comment_line = FNR
    else comment = comment " \003"
    comment = comment line
}
# Text for people: some words, and no program, query, page or command.
function flush_string(n, i, part) {
    n = split(string, part, /\\n/)
    string = ""
    for (i = 1; i <= n; i++) {
        gsub(/\\t/, " ", part[i])
        gsub(/\\"/, "\"", part[i])
        gsub(/%[-+ 0#]*[0-9*]*(\.[0-9*]+)?[hlzjt]*[diuxXscfgeFp]/, "1", part[i])
        gsub(/^ +| +$/, "", part[i])
        if (part[i] ~ /[{}<>\\|]|[(][)]|;$|^[A-Z]+ .*(FROM|INTO|TABLE|SET) |--[a-z]|\/[a-z]+\//) continue
        if (split(part[i], word, " ") >= 5 && part[i] ~ /(^| )(a|an|and|are|can|for|in|is|it|no|not|of|the|to)( |$)/)
            printf "%s\t%d\tmessage\t%s\n", FILENAME, string_line, part[i]
    }
}
FNR == 1 { flush_comment(); flush_string(); in_comment = 0; contract = FILENAME ~ /^labs\/[^\/]*\/[^\/]*\.h$/ }
FILENAME ~ /^solutions\// {
    if (match($0, /^ *\/\/> ?TODO [0-9]+(, continued)?: */)) { flush_comment(); say(substr($0, RSTART + RLENGTH)) }
    else if (match($0, /^ *\/\/> /)) say(substr($0, RSTART + RLENGTH))
    else flush_comment()
    next
}
contract {
    rest = $0
    if (!in_comment && match(rest, /\/\*+<?/)) {
        in_comment = 1
        flush_comment()
        rest = substr(rest, RSTART + RLENGTH)
    }
    if (!in_comment) next
    if (match(rest, /\*+\//)) { say(substr(rest, 1, RSTART - 1)); flush_comment(); in_comment = 0 }
    else say(rest)
    next
}
{
    rest = $0
    gsub(/'"'|'\\"'/, "q", rest)
    if (in_comment && !sub(/^.*\*\//, "", rest)) next
    in_comment = 0
    if (rest ~ /^ *#/) next
    while (match(rest, /"([^"\\]|\\.)*"|\/\/|\/\*/)) {
        found = substr(rest, RSTART, RLENGTH)
        before = substr(rest, 1, RSTART - 1)
        rest = substr(rest, RSTART + RLENGTH)
        if (before !~ /^[ A-Za-z0-9]*$/) flush_string()
        else if (before ~ /[A-Za-z]/ && string != "") string = string "1" # such as PRIu64
        if (found == "//") { rest = ""; break }
        if (found == "/*") { if (sub(/^.*\*\//, "", rest)) continue; in_comment = 1; rest = ""; break }
        if (string == "") string_line = FNR
        string = string substr(found, 2, length(found) - 2)
    }
    if (rest !~ /^[ \\]*$/) flush_string()
}
END { flush_comment(); flush_string() }
