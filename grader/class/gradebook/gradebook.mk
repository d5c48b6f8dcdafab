# Grades on their way home: a gradebook of Canvas or Moodle, filled (docs/instructor/grading.md).

GRADEBOOK_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/class/gradebook/*.c)) \
               $(patsubst %,$(BUILD)/grader/%.o,class/common class/csv class/match class/names \
               class/take class/pages/safe grade/policy/terms) $(HELPERS_O)

$(BUILD)/gradebook: $(GRADEBOOK_O)
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson -larchive -lcrypto -lutf8proc -lm

.PHONY: gradebook gradebook-program
gradebook-program: deps-core deps-class
	@+$(BUILD_ALONE) -s $(BUILD)/gradebook

gradebook: gradebook-program ## write grades into the LMS's GRADEBOOK=file, from a class run's OUT=dir (COLUMN=)
	@$(BUILD)/gradebook $(call q,$(GRADEBOOK)) $(call q,$(OUT)) $(if $(COLUMN),$(call q,$(COLUMN)))

# What a learner builds too has to do without these packages.
$(filter $(BUILD)/grader/class/gradebook/%,$(GRADEBOOK_O)): | deps-core deps-class
