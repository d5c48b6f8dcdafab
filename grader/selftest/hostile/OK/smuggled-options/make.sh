cp "$KIT/solutions/01_serial_radix.c" .
: >-fplugin=x.so && : >@x && printf '#!/bin/sh\ntouch /tmp/sortlab-hostile-tool\n' >gcc && chmod 755 gcc
printf 'all:\n\ttouch /tmp/sortlab-hostile-make\n' >Makefile && cp Makefile GNUmakefile && cp Makefile lab.mk
printf '#error read\n' >serial_radix.h && printf 'x' >"$(printf 'a\nb;rm -rf x')"
