# What is built, and how: the runtime or nvcc, the judge, the children's parts, the pipeline.
# Everything goes to build/DEVICE/; the learner's own code is built by grader/grade/child.mk.

include common/build/$(DEV).mk

# TOOL watches learners' code while it runs: a check build on the CPU, NVIDIA's tools on a GPU.
WATCHED := check, grade and run
UNWATCHED := $(if $(TOOL),$(filter debug demo test test-quick hint keys \
    skeletons mutants new-lab bench bench-simt alarms deps format clean,$(MAKECMDGOALS)))
ifneq ($(UNWATCHED),)
$(error TOOL goes with $(WATCHED). Leave it out of make $(firstword $(UNWATCHED)))
endif

# Of another machine are learners' code and what it is linked with, and no program of ours.
NATIVE := $(if $(CROSS),$(filter-out grade run grade-program run-program build/%,$(or $(MAKECMDGOALS),check)))
ifneq ($(NATIVE),)
$(error CROSS goes with grade and run. Leave it out of make $(firstword $(NATIVE)))
endif

# What only the CPU runtime can do, whatever machine it is on.
WITHOUT_GPU := $(if $(filter gpu,$(DEV)),$(filter test test-quick test-hard trace traces \
    profile costs bench-simt alarms hostile hostile-teeth,$(MAKECMDGOALS)))
ifneq ($(WITHOUT_GPU),)
$(error make $(firstword $(WITHOUT_GPU)) works on the CPU runtime alone, also where there is a GPU. Leave DEV=gpu out)
endif

SUBMISSION ?= $(or $(WHO),labs)
ifneq ($(and $(filter command override,$(firstword $(origin SUBMISSION))),\
    $(filter check watch progress hint,$(or $(MAKECMDGOALS),check))),)
$(error make $(or $(firstword $(MAKECMDGOALS)),check) is for the files in labs/. For others \
    type make grade SUBMISSION=... (profile, trace and debug take it too))
endif
RESULT ?= build/result.json
GRADE := $(BUILD)/grade

# LABS=03-04 asks for some of them; LABS itself is all that there are.
WANTED_LABS := $(if $(filter command,$(firstword $(origin LABS))),$(LABS))
override LABS := $(sort $(notdir $(patsubst %/stages.c,%,$(wildcard labs/*/stages.c))))
COMMON_H := $(wildcard common/*.h common/stage/*.h common/comm/*.h common/sort/*.h common/sort/*/*.h)
COMMON_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard common/*.c common/stage/*.c common/sort/*.c common/comm/*.c))
# Beside the labs, for who has no lab to solve: never part of a child.
FAST_O   := $(patsubst %.c,$(BUILD)/%.o,$(wildcard common/sort/host/*.c))
SHARED_O := $(BUILD)/grader/grade/judge/stage.o $(BUILD)/grader/grade/judge/records.o
CHILD_O  := $(LABS:%=$(BUILD)/child/%.o)
KEPT_C   := $(patsubst %,grader/grade/sandbox/%.c,init probe limits seccomp)
JUDGE_O  := $(LABS:%=$(BUILD)/judge/%.o) $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/grade/*.c) \
            $(filter-out grader/grade/judge/child%,$(wildcard grader/grade/judge/*.c)) \
            $(wildcard grader/grade/report/*.c grader/grade/report/trace/*.c grader/grade/report/profile/*.c) \
            $(filter-out $(KEPT_C),$(wildcard grader/grade/sandbox/*.c)) \
            $(wildcard grader/shared/*.c grader/grade/learner/*.c) common/simt/run/said.c \
            grader/grade/policy/terms.c grader/grade/policy/under.c)

# Some systems' compilers check copies in any case: here all do.
COPIES_CHECKED := -U_FORTIFY_SOURCE $(if $(findstring -O0,$(CFLAGS)),,-D_FORTIFY_SOURCE=2)
CFLAGS_ALL := -std=c11 -D_GNU_SOURCE -O2 -g $(COPIES_CHECKED) -MMD -MP -Wall -Wextra \
    $(if $(findstring clang,$(CC)),,-Wno-format-truncation) -I. $(CUDA_CFLAGS) $(CFLAGS)
# Of a stage table each side uses a half.
STAGE_FLAGS = $(CFLAGS_ALL) -Wno-unused-function -Wno-unused-variable -Wno-unused-const-variable

# What programs of the grader share; those that sort or measure read their options with it, and have no jansson.
OPTIONS_O := $(BUILD)/grader/shared/options.o $(BUILD)/common/simt/run/said.o
HELPERS_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/shared/*.c) common/simt/run/said.c)

# On a GPU: what compute-sanitizer and ncu say, as the report that the CPU runtime writes.
GPUCHECK   := $(BUILD)/gpucheck
GPUCHECK_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/grade/gpu/*.c)) $(HELPERS_O)
$(GPUCHECK): $(GPUCHECK_O)
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson

# What stands between the grader and a child in the sandbox.
INIT   := $(BUILD)/init
$(INIT): $(KEPT_C:%.c=$(BUILD)/%.o) $(BUILD)/grader/grade/sandbox/landlock.o
	@$(CC) $(LDFLAGS) -o $@ $^

# The judge holds verdicts and no learner's code; a child holds the code and no verdict. Of another machine are
# the children alone.
ifneq ($(CROSS),)
.PHONY: $(GRADE)
$(GRADE): $(BUILD)/child.names $(CHILD_O) | $(RUNTIME)
	@+$(MAKE) --no-print-directory CROSS= grade-program && ln -sf ../$(DEV)/grade $@
else
$(GRADE): $(JUDGE_O) $(COMMON_O) $(BUILD)/child.names $(CHILD_O) $(INIT) | \
    $(RUNTIME) $(if $(filter gpu,$(DEV)),$(GPUCHECK))
	@$(CC) $(LDFLAGS) -o $@ $(JUDGE_O) $(COMMON_O) -ljansson -lm
endif

$(BUILD)/libchild.a: $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/grade/judge/child*.c)) $(SHARED_O) $(COMMON_O)
	@rm -f $@ && $(AR) rcs $@ $^

# For grader/grade/child_names.sh: what that and the runtime define, and of the system's libraries what they need.
$(BUILD)/child.names: $(BUILD)/libchild.a $(CHILD_O) | $(RUNTIME)
	@sh grader/grade/child_needs.sh $^ >$@.new && mv $@.new $@

$(BUILD)/%.o: %.c | deps-core
	@mkdir -p $(@D) && $(CC) $(CFLAGS_ALL) -c -o $@ $<

$(BUILD)/judge/%.o: labs/%/stages.c | deps-core
	@mkdir -p $(@D) && $(CC) $(STAGE_FLAGS) -Ilabs/$* -DSTAGE_LAB='"$*"' -c -o $@ $<

$(BUILD)/child/%.o: labs/%/stages.c | deps-core
	@mkdir -p $(@D) && $(CC) $(STAGE_FLAGS) -Ilabs/$* -DSTAGE_LAB='"$*"' -DSTAGE_CHILD -c -o $@ $<

# The pipeline links several labs, so WHO's files are built here too: solutions/NN_name.cu or
# labs/NN_name/name.cu, whichever ending there is.
bare = $(patsubst $(firstword $(subst _, ,$(1)))_%,%,$(1))
solutions_source = $(wildcard solutions/$(1).cu solutions/$(1).c)
labs_source = $(wildcard labs/$(1)/$(call bare,$(1)).cu labs/$(1)/$(call bare,$(1)).c)

CHECKED = $(if $(TOOL),$(if $(filter cpu,$(DEV)),-$(subst $(comma),-,$(TOOL))))
CHECK_FLAGS = $(if $(CHECKED),$(call flag,tool,TOOL))
UNDER_TOOL = $(if $(TOOL),$(if $(filter gpu,$(DEV)),$(GPUCHECK) $(call flag,tool,TOOL) --))

define LAB_OBJECT
$(BUILD)/$(1)$(CHECKED)/$(2).o: $(call $(1)_source,$(2)) $(wildcard labs/$(2)/*.h) $(COMMON_H) $(RUNTIME)
	@mkdir -p $$(@D) && $$(if $$(filter %.cu,$$<),$$(CUC),$$(CC) -std=c11 -D_GNU_SOURCE) \
		$$(if $$(filter %.cu,$$<),$$(CHECK_FLAGS)) $$(LAB_FLAGS) -I. -Ilabs/$(2) -c -o $$@ $$<
endef
$(foreach who,solutions labs,$(foreach lab,$(LABS),$(eval $(call LAB_OBJECT,$(who),$(lab)))))

PIPELINE_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/pipeline/*.c))
EXTERNAL_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/external/*.c))
RUN_O      := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/*.c)) $(OPTIONS_O) $(EXTERNAL_O)
$(BUILD)/%/run: $(RUN_O) $(PIPELINE_O) $(COMMON_O) $(FAST_O) $(foreach lab,$(LABS),$(BUILD)/%/$(lab).o) $(RUNTIME)
	@$(LINK) -o $@ $(filter %.o,$^) -lpthread -lm

BENCH_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/bench/*.c)) $(OPTIONS_O)
$(BUILD)/%/bench: $(BENCH_O) $(COMMON_O) $(FAST_O) $(foreach lab,$(LABS),$(BUILD)/%/$(lab).o) $(RUNTIME)
	@$(LINK) -o $@ $(filter %.o,$^) -lpthread -lm

# Two makes at once wait for each other while they build, and then run side by side. One builds on all cores; the
# + before it hands on how many a make -j may use.
ALL_CORES = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))
BUILD_ALONE = sh common/build/alone.sh $(BUILD) $(if $(wildcard $(GRADE)),0,$(words $(FIRST_BUILD))) \
    $(MAKE) --no-print-directory $(ALL_CORES)
FIRST_BUILD = $(sort $(JUDGE_O) $(COMMON_O) $(CHILD_O) $(SHARED_O) \
    $(wildcard common/simt/run/*.c common/simt/check/*.c common/simt/compile/*.c grader/grade/judge/child*.c))

.PHONY: grade-program run-program bench-program deps-core deps-dev
grade-program: deps-core
	@+$(BUILD_ALONE) -s $(GRADE) $(RUNTIME)

run-program: deps-core
	@+$(BUILD_ALONE) -s $(BUILD)/$(WHO)$(CHECKED)/run $(if $(UNDER_TOOL),$(GPUCHECK))

bench-program: deps-core
	@+$(BUILD_ALONE) -s $(BENCH_PROGRAMS)

deps-core deps-dev:
	@sh common/build/deps.sh $(@:deps-%=%) $(DEV)

# Knobs become flags only when they are set, so the programs say what is wrong with them.
GRADE_FLAGS = --device $(DEV) --folder $(BUILD) $(call flag,lab,LAB) $(call flag,stage,STAGE) \
	$(call flag,case,CASE) $(call flag,n,N) $(call flag,seed,SEED) $(call flag,keys,KEYS) \
	$(call flag,order,ORDER) $(call flag,tool,TOOL) $(call flag,sandbox,SANDBOX) $(if $(CROSS),--limit $(CROSS_SECONDS))
REPEAT_BY = 'make$(if $(filter gpu,$(DEV)), DEV=gpu)$(CROSS:%= CROSS=%) grade SUBMISSION='
RUN_FLAGS = $(call flag,in,IN) $(call flag,out,OUT) $(call flag,type,TYPE) $(call flag,format,FORMAT) \
	$(call flag,n,N) $(call flag,dist,DIST) $(call flag,seed,SEED) $(call flag,block,BLOCK) \
	$(call flag,merge,MERGE) $(call flag,runs,RUNS) $(call flag,workers,WORKERS) $(if $(COMPARE),--compare) \
	$(call flag,device-memory,DEVICE_MEMORY) $(call flag,host-memory,HOST_MEMORY) $(call flag,spill,SPILL) \
	$(call flag,road,ROAD) $(call flag,engine,ENGINE) $(call flag,resume,RESUME) $(if $(filter 1,$(PROGRESS)),--progress)

include common/build/trace.mk common/build/debug.mk

-include $(shell find $(BUILD) -name '*.d' -not -path '*/work-*' 2>/dev/null)
# What was built of a source that an update of the kit has moved or removed is built anew.
%.c %.cu: ;

# Objects between a program and its sources are kept; a file whose making failed is not.
.SECONDARY:
.DELETE_ON_ERROR:

include common/build/test.mk
