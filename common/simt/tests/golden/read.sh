#!/bin/sh
# Reads the counts of a program's kernels on the GPU of this machine, by ncu: those of one name added up.
#   nvcc -O3 -std=c++17 -arch=sm_90 -o golden common/simt/tests/golden/*.cu
#   sh common/simt/tests/golden/read.sh ./golden >common/simt/tests/golden/counts.csv
# For unseen/ it is unseen/main.cu alone, which includes the others.
set -eu
wanted=''
for op in ld st red atom; do
    for what in requests sectors; do wanted=$wanted,l1tex__t_${what}_pipe_lsu_mem_global_op_$op; done
done
for op in ld st atom; do
    wanted=$wanted,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op
    wanted=$wanted,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op
done
known=$(ncu --query-metrics | cut -d ' ' -f 1)
metrics=''
for name in $(echo $wanted | tr , ' '); do # one that ncu does not know would stop it
    echo "$known" | grep -qx "$name" && metrics=$metrics,$name.sum
done
metrics=${metrics#,}
date -u '+# %Y-%m-%d'
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sort -u | sed 's/^/# /'
nvcc --version | sed -n 's/.*release/# CUDA release/p'
ncu --version | sed -n 's/^Version/# ncu/p'
echo "# ncu --csv --page raw --print-units base --clock-control none --metrics $metrics"
ncu --csv --page raw --print-units base --clock-control none --metrics "$metrics" "$1" | awk -F '","' '
    !/^"/ { next }
    { for (i = 1; i <= NF; i++) gsub(/"/, "", $i) }
    !columns { columns = NF; for (i = 1; i <= NF; i++) name[i] = $i; next }
    {
        for (i = 1; i <= NF; i++) if (name[i] == "Kernel Name") kernel = $i
        sub(/\(.*/, "", kernel)
        if (kernel == "") next # the line of units
        if (!(kernel in seen)) order[++n] = kernel
        seen[kernel]
        for (i = 1; i <= NF; i++) { gsub(/,/, "", $i); sum[kernel, name[i]] += $i }
    }
    END {
        printf "kernel"
        for (i = 1; i <= columns; i++) if (name[i] ~ /^l1tex.*[.]sum$/) printf ",%s", name[i]
        for (k = 1; k <= n; k++) {
            printf "\n%s", order[k]
            for (i = 1; i <= columns; i++) if (name[i] ~ /^l1tex.*[.]sum$/) printf ",%d", sum[order[k], name[i]]
        }
        print ""
    }'
