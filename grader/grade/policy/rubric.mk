# The rubric: what a class is graded by. Terms are read by whoever grades; YAML by build/DEVICE/rubric alone.

TERMS_O  := $(patsubst %,$(BUILD)/grader/grade/policy/%.o,terms score late hints)
RUBRIC_O := $(filter-out $(TERMS_O),$(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/grade/policy/*.c))) \
            $(filter-out $(BUILD)/grader/grade/main.o,$(JUDGE_O))

.PHONY: rubric rubric-program deps-rubric fuzz-rubric
rubric: rubric-program ## the rubric in force, every key explained (RUBRIC=file: that one, checked)
	@$(BUILD)/rubric $(if $(RUBRIC),$(call q,$(RUBRIC)))

rubric-program: deps-core deps-rubric
	@+$(BUILD_ALONE) -s $(BUILD)/rubric

deps-rubric:
	@sh common/build/deps.sh class

# RUBRIC goes with make grade too: first it becomes terms, or says what is wrong with it.
ifneq ($(RUBRIC),)
.PHONY: terms
terms: rubric-program
	@$(BUILD)/rubric --terms $(BUILD)/terms.json $(call q,$(RUBRIC))
grade: terms
grade: GRADE_FLAGS += --terms $(BUILD)/terms.json $(call flag,instructor,INSTRUCTOR)
endif

$(BUILD)/rubric: $(RUBRIC_O) $(TERMS_O) $(COMMON_O)
	@$(CC) $(LDFLAGS) -o $@ $^ -lcyaml -lyaml -ljansson -lm

$(BUILD)/tests/grader/test_terms: $(BUILD)/grader/tests/policy/test_terms.o $(TERMS_O)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -ljansson

$(patsubst %,$(BUILD)/tests/grader/test_%,secret pace): $(BUILD)/tests/grader/test_%: \
    $(BUILD)/grader/tests/judge/test_%.o $(BUILD)/grader/grade/judge/%.o
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit

$(BUILD)/tests/scores: $(patsubst %,$(BUILD)/grader/%.o,tests/policy/scores grade/policy/score grade/policy/late)
	@mkdir -p $(@D) && $(CC) -o $@ $^

# Readers are fuzzed with the sanitizers in them.
FUZZED := $(wildcard grader/grade/policy/*.c)
FUZZERS += $(BUILD)/fuzz/rubric
fuzz-rubric: deps-core deps-rubric
	@+$(BUILD_ALONE) -s $(BUILD)/fuzz/rubric

$(BUILD)/fuzz/rubric: grader/tests/policy/fuzz_rubric.c $(FUZZED) $(wildcard grader/grade/policy/*.h) \
    $(RUBRIC_O) $(COMMON_O)
	@mkdir -p $(@D) && $(CC) $(CFLAGS_ALL) -MF $@.d -U_FORTIFY_SOURCE -O1 -fsanitize=address,undefined \
		-fno-sanitize-recover=all -o $@ \
		$< $(filter-out grader/grade/policy/main.c,$(FUZZED)) \
		$(filter-out $(BUILD)/grader/grade/policy/%,$(RUBRIC_O)) $(COMMON_O) \
		-lcyaml -lyaml -ljansson -lm
