# The rubric: what a class is graded by. Terms are read by whoever grades; YAML by build/DEVICE/rubric alone.

TERMS_O := $(patsubst %,$(BUILD)/grader/rubric/%.o,terms score hints)

$(BUILD)/tests/grader/test_terms: $(BUILD)/grader/tests/test_terms.o $(TERMS_O)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -ljansson

$(BUILD)/tests/grader/test_secret: $(BUILD)/grader/tests/test_secret.o $(BUILD)/grader/judge/secret.o
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit
