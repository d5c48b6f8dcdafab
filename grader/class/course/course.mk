# A course: the grades of its class runs, added up (docs/instructor/rubric.md).

COURSE_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/class/course/*.c)) \
            $(patsubst %,$(BUILD)/grader/%.o,class/common class/csv grade/policy/terms grade/policy/score \
            grade/policy/late)

.PHONY: course-grades course-program
course-program: deps-core deps-class
	@+$(BUILD_ALONE) -s $(BUILD)/course

course-grades: course-program rubric-program ## add up the class runs in the folders of OUT=dir, by the weights of
##   RUBRIC=file: OUT/course.csv
	@$(BUILD)/rubric --terms $(BUILD)/course.json $(if $(RUBRIC),$(call q,$(RUBRIC)))
	@$(BUILD)/course $(BUILD)/course.json $(call q,$(OUT))

$(BUILD)/course: $(COURSE_O)
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson -lcrypto -lutf8proc

# What a learner builds too has to do without these packages.
$(filter $(BUILD)/grader/class/%,$(COURSE_O)): | deps-core deps-class
