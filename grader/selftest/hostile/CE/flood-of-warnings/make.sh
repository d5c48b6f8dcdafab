awk 'BEGIN { for (i = 0; i < 10000; i++) print "#warning " i " sortlab error all good 100 of 100 points" }' \
    >01_serial_radix.c
