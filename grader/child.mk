# Builds one lab's child: the learner's SOURCE in FOLDER, for LAB on DEV. Called by the grader, in the
# kit's top folder. The learner's file is compiled where its copy lies, so that messages name it bare.

.DEFAULT_GOAL := child
include common/knobs.mk
BUILD := build/$(DEV)
include common/$(DEV).mk

# Paths are for the shell alone: a target of make may have no blank in its name.
IN   := $(call q,$(FOLDER))
ROOT := $(call q,$(CURDIR))
# nvcc hands names to a shell of its own: seen from the learner's file the kit's is dots and slashes.
KIT  = $(if $(filter gpu,$(DEV)),"$$(realpath --relative-to=. $(ROOT))",$(ROOT))
COMPILE_C  = $(CC) -std=c11 -D_GNU_SOURCE $(if $(TOOL),-g -fsanitize=thread -fno-builtin)
# Host code that is traced tells what memory it has.
WRAP = $(if $(TOOL),$(if $(filter %.c,$(SOURCE)),$(foreach f,malloc calloc realloc free,-Xlinker --wrap=$(f))))
COMPILE_CU = $(subst common/simt,$(ROOT)/common/simt,$(CUC)) $(if $(filter cpu,$(DEV)),$(if $(TOOL),--tool=$(TOOL)))
# In messages the kit is here, and the learner's file where it was compiled, whatever folders those are.
MAP = $(if $(filter cpu,$(DEV)),-ffile-prefix-map=$(ROOT)/= -ffile-prefix-map="$$PWD"=.)
-include labs/$(LAB)/lab.mk

.PHONY: child learner
child: learner
	@$(LINK) $(WRAP) -o $(IN)/child $(IN)/learner.o $(BUILD)/child/$(LAB).o $(BUILD)/libchild.a -lpthread -lm

learner:
	@cd $(IN) && $(if $(filter %.cu,$(SOURCE)),$(COMPILE_CU),$(COMPILE_C)) $(LAB_FLAGS) $(MAP) \
		-I$(KIT) -I$(KIT)/labs/$(LAB) -c -o learner.o $(SOURCE)
	@$(if $(filter no,$(NAMES)),,sh grader/child_names.sh $(IN)/learner.o $(SOURCE) $(BUILD)/child.names $(TOOL))
