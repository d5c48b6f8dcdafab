# Two reports of the CPU runtime's profiler, the reference's first: a table of the second's kernels and lines.
# A report has a line for each kernel, one for its metrics, and one for each line of the source.

# What one metric of a list of them is; 0 when it is not there.
function metric(list, name,    at) {
    at = index(list, "\"" name "\": ")
    return at ? substr(list, at + length(name) + 4) + 0 : 0
}

function row(what, list,    op, i, requests, sectors, ideal, shared, conflicts) {
    split("ld st red atom", op, " ")
    for (i = 1; i <= 4; i++) {
        requests += metric(list, "l1tex__t_requests_pipe_lsu_mem_global_op_" op[i] ".sum")
        sectors += metric(list, "l1tex__t_sectors_pipe_lsu_mem_global_op_" op[i] ".sum")
        ideal += metric(list, "ideal_sectors_global_" op[i])
        conflicts += metric(list, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" op[i] ".sum")
    }
    for (i = 1; i <= 4; i++) shared += metric(list, "requests_shared_" op[i])
    printf "  %-22s %8d %8s %6s %9d %9d %8d\n", what, requests, requests ? sprintf("%.1f", sectors / requests) : "-",
        requests ? sprintf("%.1f", ideal / requests) : "", shared, conflicts, metric(list, "divergent_branches")
}

BEGIN {
    while ((getline text < source) > 0) { sub(/^[ \t]+/, "", text); line_of[++n_lines] = text }
    name = source
    sub(/.*\//, "", name)
    print "Requests of warps to global memory, the sectors of 32 bytes that each takes, and"
    print "the fewest that would do; requests to shared memory, and the rounds that they"
    print "lose to bank conflicts; branches at which the lanes of a warp part."
}
match($0, /^    [{]"name": "[^"]*/) { kernel = substr($0, 15, RLENGTH - 14) }
/^      "metrics"/ && NR == FNR { reference[kernel] = $0 }
/^      "metrics"/ && NR != FNR {
    printf "\n%s\n  %-22s %8s %8s %6s %9s %9s %8s\n", kernel, "", "global", "sectors", "ideal", "shared", "conflicts", "diverges"
    row("yours", $0)
    if (kernel in reference) row("the reference", reference[kernel])
}
NR != FNR && match($0, /"line": [0-9]+/) {
    number = substr($0, RSTART + 8, RLENGTH - 8)
    file = $0
    gsub(/^.*"file": "|", "line".*$/, "", file)
    sub(/.*\//, "", file)
    printf "%.79s\n", file ":" number "  " (file == name ? line_of[number] : "")
    row("", $0)
}
