# Builds what simtcc needs: the rewriter and the runtime library. simtcc runs it in this folder before
# it compiles anything; when all is up to date that takes a few milliseconds.
#
#   SIMT_BUILD  where the results go, always by the same path, since the .d files hold it
#   CXX  whose programs the library is linked to      CC  compiles it, for whatever machine it compiles
SIMT_BUILD ?= ../../build/simt
CXX        ?= g++
CC         ?= gcc

# The rewriter runs here, whatever machine the library is for.
target  := $(shell $(CC) -dumpmachine)
machine  = $(firstword $(subst -, ,$(1)))
HOST_CC := $(if $(filter $(call machine,$(MAKE_HOST)),$(call machine,$(target))),$(CC),cc)
tool     = $(shell $(CC) -print-prog-name=$(1))

simt_lib    := $(SIMT_BUILD)/$(notdir $(lastword $(CXX)))
simt_source := $(wildcard run/*.c run/*.S check/*.c lib/*.c)
simt_object := $(patsubst %,$(simt_lib)/%.o,$(simt_source))
rewriter    := $(patsubst %,$(SIMT_BUILD)/%.o,$(wildcard compile/*.c))

# What is called seldom is compiled in half the time: who calls simtcc first waits for all of it.
seldom      := compile/% run/driver_% run/graph% check/calls% check/report% lib/cublas% lib/cufft% lib/cusparse%
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
run_flags   := -fPIE $(if $(filter x86_64%,$(target)),-mno-red-zone)

.DELETE_ON_ERROR:
.PHONY: all
all: $(SIMT_BUILD)/rewrite $(simt_lib)/libsimt.a $(simt_lib)/plain.list $(simt_lib)/checked.list

$(SIMT_BUILD)/rewrite: $(rewriter)
	$(HOST_CC) -o $@.new $^ && mv -f $@.new $@

# A source that is gone must not live on in the library: another list of objects makes a new one.
simt_list := $(simt_lib)/objects
ifneq ($(strip $(file < $(simt_list))),$(strip $(simt_object)))
.PHONY: $(simt_lib)/libsimt.a
endif

# Whatever a program calls its own functions and variables, none of ours may stand in their way or take
# their place: what the parts share gets the prefix that the others have.
$(simt_lib)/libsimt.a: $(simt_object)
	$(call tool,nm) -g --defined-only $^ | sed -n 's/.* \(\(check\|profile\|said\|trace\)[_a-z0-9]*\)$$/\1 simt_\1/p' | \
		sort -u > $@.names
	rm -f $@.new && $(call tool,ar) rcs $@.new $^ && \
		$(call tool,objcopy) --redefine-syms=$@.names $@.new && mv -f $@.new $@
	echo '$(simt_object)' > $(simt_list)

# What the linker is told of a program that loads modules: to take all that a module may call, and to let it be
# seen. A program without checks takes nothing of check/.
$(simt_lib)/plain.list: $(filter $(simt_lib)/run/%,$(simt_object))
# What wraps malloc is for programs that are linked with --wrap.
$(simt_lib)/checked.list: $(filter-out %/trace_wrap.c.o $(simt_lib)/lib/%,$(simt_object))
$(simt_lib)/plain.list $(simt_lib)/checked.list: $(simt_lib)/%.list: simt.mk | $(simt_lib)/libsimt.a
	$(call tool,nm) -g --defined-only $(filter %.o,$^) | \
		sed -n 's/.* [A-Za-z] \([_A-Za-z0-9]*\)$$/\1/p' | sed 's/^\(check\|profile\|said\|trace\)/simt_&/' | \
		sort -u > $@.names
	{ echo 'EXTERN('; cat $@.names; echo ')'; } > $(@:.list=.ld)
	{ echo '{'; sed 's/$$/;/' $@.names; echo '};'; } > $@.new && mv -f $@.new $@

$(rewriter): $(SIMT_BUILD)/%.o: % simt.mk
	@mkdir -p $(@D)
	$(HOST_CC) $(SIMT_CFLAGS) $(if $(filter %/words.c,$<),$(DOCS_FOLDER)) -c -o $@ $<

$(simt_object): $(simt_lib)/%.o: % simt.mk
	@mkdir -p $(@D)
	$(CC) $(SIMT_CFLAGS) $(run_flags) $(if $(filter %/page.c,$<),$(WEB_FOLDER)) \
		$(if $(filter %/words.c,$<),$(DOCS_FOLDER)) $(if $(filter %/nvrtc.c,$<),$(SIMTCC_HERE)) -c -o $@ $<

-include $(simt_object:.o=.d) $(rewriter:.o=.d)
