# Builds one lab's child: the learner's SOURCE in FOLDER, for LAB on DEV. Called by the grader, in the
# kit's top folder. The learner's file is compiled where its copy lies, so that messages name it bare.

.DEFAULT_GOAL := child
include common/build/knobs.mk
include common/build/$(DEV).mk

# Paths are for the shell alone: a target of make may have no blank in its name.
IN   := $(call q,$(FOLDER))
ROOT := $(call q,$(CURDIR))
# nvcc hands names to a shell of its own: seen from the learner's file the kit's is dots and slashes.
KIT  = $(if $(filter gpu,$(DEV)),"$$(realpath --relative-to=. $(ROOT))",$(ROOT))
# Host code in C is checked by the compiler's own sanitizers, and what it does not see is that they are there.
SANITIZER  = $(if $(filter %.c,$(SOURCE)),$(filter address thread,$(TOOL)))
UNDEFINED := shift-exponent,signed-integer-overflow,integer-divide-by-zero,bounds,alignment,vla-bound,bool,enum
SANITIZED  = -U_FORTIFY_SOURCE -O1 -g -fno-omit-frame-pointer -fsanitize=$(SANITIZER) \
             -U__SANITIZE_ADDRESS__ -U__SANITIZE_THREAD__ \
             $(if $(filter address,$(SANITIZER)),-fsanitize=$(UNDEFINED))
COMPILE_C  = $(CC) -std=c11 -D_GNU_SOURCE \
             $(if $(SANITIZER),,$(if $(TOOL),-U_FORTIFY_SOURCE -g -fsanitize=thread -fno-builtin))
# Words that only hide code from the sanitizers; of .cu files the compile driver refuses them.
UNSEEN    := '(no_sanitize|no_address_safety_analysis|disable_sanitizer_instrumentation)'
# It is counted as it is written, which -O0 leaves as it is with every compiler: loads, stores, comparisons.
COUNTED    = $(if $(filter %.c,$(SOURCE)),$(filter profile,$(TOOL)))
COMPARES  := -O0 -U__SANITIZE_THREAD__ -fsanitize-coverage=trace-pc,trace-cmp
# Host code that is traced tells what memory it has, and that is counted which threads it has.
WRAPPED = $(if $(COUNTED),pthread_create pthread_join thrd_create thrd_join,malloc calloc realloc free)
WRAP = $(if $(SANITIZER),,$(if $(TOOL),$(if $(filter %.c,$(SOURCE)),$(foreach f,$(WRAPPED),-Xlinker --wrap=$(f)))))
COMPILE_CU = $(subst common/simt,$(ROOT)/common/simt,$(CUC)) $(if $(filter cpu,$(DEV)),$(if $(TOOL),--tool=$(TOOL)))
# In messages the kit is here, and the learner's file where it was compiled, whatever folders those are.
MAP = $(if $(filter cpu,$(DEV)),-ffile-prefix-map=$(ROOT)/= -ffile-prefix-map="$$PWD"=.)
# A debugger shows each line by itself, from the file where it was written: in the folder DEBUGGED.
ifneq ($(DEBUGGED),)
MAP = -O0 -ffile-prefix-map="$$PWD"=$(call q,$(DEBUGGED))
endif
-include labs/$(LAB)/lab.mk
# Of what is not built for a tool its own calls are watched, and its own variables can be told from others.
SECTIONS = --rename-section .bss=learner_bss --rename-section .data=learner_data
# nvcc has variables for each launch, so that there each variable has a section of its own.
ifeq ($(DEV),gpu)
COMPILE_CU += -Xcompiler -fdata-sections
SECTIONS = $$(objdump -hw $(IN)/learner.o | awk '$$2 ~ /^\.(bss|data)/ && $$2 !~ /__device_stub__|_nv_|__cuda|DW\.ref/ \
             { print "--rename-section", $$2 "=learner_" substr($$2, 2, $$2 ~ /^\.bss/ ? 3 : 4) }')
endif
ifneq ($(SANITIZER),)
LINK = $(CC) -fsanitize=$(SANITIZER) $(if $(filter address,$(SANITIZER)),-fsanitize=undefined \
    -Xlinker --wrap=pthread_create)
endif

.PHONY: child learner
child: learner
	@$(LINK) $(WRAP) -o $(IN)/child $(IN)/$(if $(TOOL),learner,watched).o $(BUILD)/child/$(LAB).o \
		$(BUILD)/libchild.a -lpthread -lm
	$(if $(SANITIZER),$(if $(CROSS),@$(FOREIGN) sh common/simt/runner.sh $(IN)/child))

learner:
	@$(if $(TOOL)$(filter %.cu,$(SOURCE)),,cd $(IN) && if $(COMPILE_C) $(LAB_FLAGS) -I$(KIT) -I$(KIT)/labs/$(LAB) \
		-E $(SOURCE) 2>/dev/null | grep -qE $(UNSEEN); \
		then echo "sortlab: it has no_sanitize, which hides code from the checkers. Leave it out"; exit 1; fi)
	@cd $(IN) && $(if $(filter %.cu,$(SOURCE)),$(COMPILE_CU),$(COMPILE_C)) $(LAB_FLAGS) \
		$(if $(SANITIZER),$(SANITIZED)) $(if $(COUNTED),$(COMPARES)) $(MAP) \
		-I$(KIT) -I$(KIT)/labs/$(LAB) -c -o learner.o $(SOURCE)
	@$(if $(TOOL),,$(if $(filter %.cu,$(SOURCE)),\
		$(OBJCOPY) --redefine-syms=common/simt/run/heap_back.syms $(IN)/learner.o))
	@$(if $(filter no,$(NAMES)),,sh grader/grade/child_names.sh $(IN)/learner.o $(SOURCE) $(BUILD)/child.names $(TOOL))
	@$(if $(COUNTED),$(OBJCOPY) --redefine-syms=common/simt/check/library.syms $(IN)/learner.o)
	@$(if $(TOOL),,$(OBJCOPY) --redefine-syms=grader/grade/child.syms $(SECTIONS) $(IN)/learner.o $(IN)/watched.o)
