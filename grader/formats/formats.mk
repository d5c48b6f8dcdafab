# What other systems need: packages for them, and how their formats are tested.

$(BUILD)/tests/samples: $(BUILD)/grader/tests/samples.o $(filter-out $(BUILD)/grader/main.o,$(JUDGE_O)) $(COMMON_O)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -ljansson -lm

tests: $(BUILD)/tests/samples
