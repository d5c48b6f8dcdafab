# Builds one lab's child: the learner's SOURCE in FOLDER, for LAB on DEV. Called by the grader, in the
# kit's top folder. The learner's file is compiled where its copy lies, so that messages name it bare.

.DEFAULT_GOAL := $(FOLDER)/child
BUILD := build/$(DEV)
include common/$(DEV).mk

ROOT := $(CURDIR)
COMPILE_C  = $(CC) -std=c11 -D_GNU_SOURCE $(if $(TOOL),-g -fsanitize=thread -fno-builtin)
# Host code that is traced tells what memory it has.
WRAP = $(if $(TOOL),$(if $(filter %.c,$(SOURCE)),$(foreach f,malloc calloc realloc free,-Xlinker --wrap=$(f))))
COMPILE_CU = $(subst common/simt,$(ROOT)/common/simt,$(CUC)) $(if $(filter cpu,$(DEV)),$(if $(TOOL),--tool=$(TOOL)))
# In messages the kit is here, and the learner's file where it was compiled, whatever folders those are.
MAP = $(if $(filter cpu,$(DEV)),-ffile-prefix-map=$(ROOT)/= -ffile-prefix-map=$(abspath $(FOLDER))=.)
-include labs/$(LAB)/lab.mk

$(FOLDER)/child: $(FOLDER)/learner.o
	@$(LINK) $(WRAP) -o $@ $< $(BUILD)/child/$(LAB).o $(BUILD)/libchild.a -lpthread -lm

$(FOLDER)/learner.o: $(FOLDER)/$(SOURCE)
	@cd $(FOLDER) && $(if $(filter %.cu,$(SOURCE)),$(COMPILE_CU),$(COMPILE_C)) $(LAB_FLAGS) $(MAP) \
		-I$(ROOT) -I$(ROOT)/labs/$(LAB) -c -o learner.o $(SOURCE)
	@$(if $(filter no,$(NAMES)),,sh grader/child_names.sh $@ $(SOURCE) $(BUILD)/child.names $(TOOL))
