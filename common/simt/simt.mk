# Builds what simtcc needs: the rewriter, and of the runtime library the parts that the program asks for. simtcc runs it
# in this folder before it compiles and before it links; when all is up to date that takes a few milliseconds.
#
#   SIMT_BUILD  where the results go, always by the same path, since the .d files hold it
#   CXX  whose programs the library is linked to      CC  compiles it, for whatever machine it compiles
#   FORM=shared  the library as shared ones, for shared libraries and those who use them
SIMT_BUILD ?= ../../build/simt
CXX        ?= g++
CC         ?= gcc

# The rewriter runs here, whatever machine the library is for.
target  := $(shell $(CC) -dumpmachine)
machine  = $(firstword $(subst -, ,$(1)))
HOST_CC := $(if $(filter $(call machine,$(MAKE_HOST)),$(call machine,$(target))),$(CC),cc)
tool     = $(shell $(CC) -print-prog-name=$(1))

simt_lib    := $(SIMT_BUILD)/$(notdir $(lastword $(CXX)))$(FORM:%=.%)
objects      = $(patsubst %,$(simt_lib)/%.o,$(wildcard $(1)))
rewriter    := $(patsubst %,$(SIMT_BUILD)/%.o,$(wildcard compile/*.c))

# Each part needs the first one, and none the others.
libsimt.a           := $(call objects,run/*.c run/*.S)
# What wraps malloc is for programs that are linked with --wrap.
libsimt_checks.a    := $(filter-out $(FORM:%=\%/trace_wrap.c.o),$(call objects,check/*.c))
libsimt_libraries.a := $(call objects,lib/*.c)
archives            := $(addprefix $(simt_lib)/,libsimt.a libsimt_checks.a libsimt_libraries.a)
simt_object         := $(foreach archive,$(archives),$($(notdir $(archive))))

# What is called seldom is compiled in half the time: who calls simtcc first waits for all of it.
seldom      := compile/% run/driver_% run/graph% check/calls% check/report% lib/cublas% lib/cufft% lib/cusolver% \
	lib/cusparse%
optimised    = $(if $(filter $(seldom),$<),-O1 $(if $(findstring clang,$(CC)),,-Wno-maybe-uninitialized),-O2)
SIMT_CFLAGS  = -std=c11 $(optimised) -g -D_GNU_SOURCE -Wall -Wextra -MMD -MP -Iinclude
# Where the templates of pages are, unless SIMT_WEB says so.
WEB_FOLDER  := -DWEB_FOLDER='"$(abspath ../web)"'
# Where the catalogues of messages are.
DOCS_FOLDER := -DDOCS_FOLDER='"$(abspath ../../docs)"'
# NVRTC runs simtcc as it was here.
SIMTCC_HERE := -DSIMTCC_PATH='"$(abspath simtcc)"' -DSIMT_BUILD_FOLDER='"$(abspath $(SIMT_BUILD))"' \
	-DSIMT_COMPILER='"$(CXX)"'
# Programs are position-independent, and so is the library; not -fPIC, which slows thread-local data.
# A switch of fibers pushes below the stack pointer, so no function may keep anything there.
run_flags   := $(if $(FORM),-fPIC -DSIMT_SHARED,-fPIE) $(if $(filter x86_64%,$(target)),-mno-red-zone)

.DELETE_ON_ERROR:
.PHONY: all rewriter plain checks libraries
all: rewriter checks libraries
rewriter: $(SIMT_BUILD)/rewrite
ifeq ($(FORM),)
plain: $(simt_lib)/libsimt.a $(simt_lib)/plain.list
checks: plain $(simt_lib)/libsimt_checks.a $(simt_lib)/checks.list
libraries: plain $(simt_lib)/libsimt_libraries.a
else
plain checks: %: $(simt_lib)/libsimt_%.so
libraries: $(simt_lib)/libsimt_libraries.a
endif

$(SIMT_BUILD)/rewrite: $(rewriter)
	$(HOST_CC) -o $@.new $^ && mv -f $@.new $@

# A source that is gone must not live on in an archive: objects that are no longer of it make a new one.
gone = $(filter-out $($(notdir $(1))),$(file < $(1).objects))
.PHONY: $(foreach archive,$(archives),$(if $(call gone,$(archive)),$(archive)))

# Whatever a program calls its own functions and variables, none of ours may stand in their way or take
# their place: what the parts share gets the prefix that the others have.
$(simt_lib)/libsimt.a: $(libsimt.a)
$(simt_lib)/libsimt_checks.a: $(libsimt_checks.a)
$(simt_lib)/libsimt_libraries.a: $(libsimt_libraries.a)
$(archives):
	$(call tool,nm) -g $^ | sed -n 's/.* \(\(check\|profile\|said\|trace\)[_a-z0-9]*\)$$/\1 simt_\1/p' | \
		sort -u > $@.names
	rm -f $@.new && $(call tool,ar) rcs $@.new $^ && \
		$(call tool,objcopy) --redefine-syms=$@.names $@.new && mv -f $@.new $@
	echo '$^' > $@.objects

# What the linker is told of a program that loads modules: to take all that a module may call, and to let it be
# seen. A program without checks takes nothing of check/.
$(simt_lib)/plain.list: $(libsimt.a)
# What wraps malloc is for programs that are linked with --wrap.
$(simt_lib)/checks.list: $(libsimt.a) $(filter-out %/trace_wrap.c.o,$(libsimt_checks.a))
$(simt_lib)/plain.list $(simt_lib)/checks.list: $(simt_lib)/%.list: simt.mk
	$(call tool,nm) -g --defined-only $(filter %.o,$^) | \
		sed -n 's/.* [A-Za-z] \([_A-Za-z0-9]*\)$$/\1/p' | sed 's/^\(check\|profile\|said\|trace\)/simt_&/' | \
		sort -u > $@.names
	{ echo 'EXTERN('; cat $@.names; echo ')'; } > $(@:.list=.ld)
	{ echo '{'; sed 's/$$/;/' $@.names; echo '};'; } > $@.new && mv -f $@.new $@

# The driver's functions by the names that their versions have.
$(simt_lib)/versions.ld: include/simt/driver_api.h include/simt/driver_graphs.h include/simt/driver_memory.h \
		include/simt/driver_values.h
	@mkdir -p $(@D)
	sed -nE 's/^#define (cu[A-Z]\w*_v[0-9]) +(\w+)$$/\1 = \2;/p' $^ > $@.new && mv -f $@.new $@

# Either of the first two is a whole runtime. A program that opens libcuda.so finds that runtime by this name, and may
# give its own pointers the names of functions.
$(simt_lib)/libsimt_plain.so: $(simt_lib)/libsimt.a
$(simt_lib)/libsimt_checks.so: $(simt_lib)/libsimt.a $(simt_lib)/libsimt_checks.a
$(simt_lib)/%.so: $(simt_lib)/versions.ld
	$(CXX) -shared -o $@.new -Wl,-Bsymbolic-functions -Wl,--whole-archive $(filter %.a,$^) -Wl,--no-whole-archive \
		$(simt_lib)/versions.ld -lpthread -lm -ldl && mv -f $@.new $@
	mkdir -p $@.names && for name in libcuda.so.1 libcuda.so; do ln -sf ../$(@F) $@.names/$$name; done

$(rewriter): $(SIMT_BUILD)/%.o: % simt.mk
	@mkdir -p $(@D)
	$(HOST_CC) $(SIMT_CFLAGS) $(if $(filter %/words.c,$<),$(DOCS_FOLDER)) -c -o $@ $<

$(simt_object): $(simt_lib)/%.o: % simt.mk
	@mkdir -p $(@D)
	$(CC) $(SIMT_CFLAGS) $(run_flags) $(if $(filter %/page.c,$<),$(WEB_FOLDER)) \
		$(if $(filter %/words.c,$<),$(DOCS_FOLDER)) $(if $(filter %/nvrtc.c,$<),$(SIMTCC_HERE)) -c -o $@ $<

-include $(simt_object:.o=.d) $(rewriter:.o=.d)
