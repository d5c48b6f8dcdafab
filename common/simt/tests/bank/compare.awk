# What compute-sanitizer says of the bank and the check builds do not, or the other way round.
#     awk -f compare.awk compute-sanitizer.tsv expected.tsv       -> NAME TOOL gpu|cpu
BEGIN { FS = OFS = "\t" }
/^#/ { next }
FILENAME ~ /compute-sanitizer/ { if ($5 > 0) gpu[$1 OFS $2] = 1; next }
$2 !~ /^(none|until .*)$/ { cpu[$1 OFS $2] = 1 }
END {
    for (k in gpu) if (!(k in cpu)) print k, "gpu"
    for (k in cpu) if (!(k in gpu)) print k, "cpu"
}
