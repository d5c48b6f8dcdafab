cp "$KIT/solutions/01_serial_radix.c" .
printf x >"$(printf '\342\200\256c.xidar_laires_10')" && printf x >"$(printf '\321\201\320\276rt.c')" &&
    printf x >"$(printf 'a\377\376b')"
mkfifo 02_strided_buckets.cu && ln -s /dev/zero 03_atomic_merge.cu && ln -s . 04_reduce_merge &&
    truncate -s 1T 05_odd_even_sort.cu
ln 01_serial_radix.c 06_bitonic_merge.cu && mkdir -p 07_block_merge/block_merge.c
