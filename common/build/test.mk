# Test programs: FOLDER/tests/test_NAME.c with CUnit, and .cu programs through simtcc.

# What takes further packages is built where these are there (common/build/test.sh): tests-class.
CLASS_C := grader/tests/class/test_intake.c
TEST_C  := $(filter-out $(CLASS_C),$(wildcard common/tests/test_*.c grader/tests/*/test_*.c))
TEST_CU := $(wildcard common/simt/tests/*_test.cu)
TESTS   := $(foreach c,$(TEST_C),$(BUILD)/tests/$(firstword $(subst /, ,$c))/$(basename $(notdir $c))) \
           $(patsubst %.cu,$(BUILD)/tests/%,$(subst common/simt/tests/,simt/,$(TEST_CU)))

.PHONY: tests
tests: $(TESTS) $(BUILD)/tests/valid $(GRADE) $(GPUCHECK) $(BUILD)/solutions/run $(BUILD)/solutions/bench

$(BUILD)/tests/common/%: $(BUILD)/common/tests/%.o $(COMMON_O) $(FAST_O)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -lpthread -lm

$(BUILD)/tests/grader/test_runs: $(BUILD)/grader/tests/judge/test_runs.o $(COMMON_O)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -lpthread -lm

$(BUILD)/tests/valid: $(BUILD)/grader/tests/report/valid.o
	@mkdir -p $(@D) && $(CC) -o $@ $^ -ljansson

$(BUILD)/tests/simt/%: common/simt/tests/%.cu $(RUNTIME)
	@mkdir -p $(@D) && $(CUC) -O2 -g -w -o $@ $<

# Around the pipeline stand stand-ins for labs, so that broken stages can be had too; a lab for which
# there is none comes from the solutions.
$(BUILD)/solutions/labs.a: $(foreach lab,$(LABS),$(BUILD)/solutions/$(lab).o)
	@rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/tests/grader/test_pipeline: $(BUILD)/grader/tests/sort/test_pipeline.o \
    $(PIPELINE_O) $(COMMON_O) $(FAST_O) $(BUILD)/solutions/labs.a $(RUNTIME)
	@mkdir -p $(@D) && $(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) -lcunit -lpthread -lm

.PHONY: bench-simt
bench-simt: deps-core ## nanoseconds a thread-barrier of the CPU runtime
	@sh common/simt/tests/bench.sh

# Of the solutions no tool may say a word, in as many orders as there is time for.
$(BUILD)/tests/alarms: $(BUILD)/grader/tests/judge/alarms.o \
    $(filter-out $(BUILD)/grader/grade/main.o,$(JUDGE_O)) $(COMMON_O) $(GRADE)
	@mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) -ljansson -lm

$(BUILD)/tests/demands: $(BUILD)/grader/tests/judge/demands.o \
    $(filter-out $(BUILD)/grader/grade/main.o,$(JUDGE_O)) $(COMMON_O)
	@mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) -ljansson -lm

.PHONY: alarms
alarms: deps-core ## the checkers over the solutions, in SEEDS=100 orders
	@+$(BUILD_ALONE) -s $(BUILD)/tests/alarms && $(BUILD)/tests/alarms solutions $(call q,$(or $(SEEDS),100))

.PHONY: test-hard
test-hard: deps-core ## make test RUNS=20 times, beside busy loops and on one core too (RUNS=sample: some suites, once)
	@sh common/build/test_hard.sh $(call q,$(or $(RUNS),20))
