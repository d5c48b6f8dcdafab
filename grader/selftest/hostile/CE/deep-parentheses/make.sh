{ printf 'int deep = '; head -c 100000 /dev/zero | tr '\0' '('; printf 1; head -c 100000 /dev/zero | tr '\0' ')'
printf ';\n'; } >01_serial_radix.c
