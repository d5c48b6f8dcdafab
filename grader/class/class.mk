# A whole class: intake, workers, journal, gradebook (docs/instructor/grading.md).

CLASS_O := $(filter-out %/pages/main.o %/similar/main.o,$(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/class/*.c grader/class/pages/*.c grader/class/similar/*.c))) \
           $(patsubst %,$(BUILD)/grader/%.o,formats/json_file formats/screen formats/verdict judge/shell rubric/terms rubric/score rubric/hints) \
           $(BUILD)/common/timer.o

$(BUILD)/class: $(CLASS_O) | $(GRADE)
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson -larchive -lsqlite3 -lcrypto -lxml2

# What a learner builds too has to do without these packages.
$(filter $(BUILD)/grader/class/%,$(CLASS_O)): | deps-core deps-class

.PHONY: grade-class class-program deps-class class-trial
deps-class:
	@sh common/deps.sh class $(DEV)

class-program: deps-core deps-class
	@+$(BUILD_ALONE) -s $(GRADE) $(BUILD)/class

grade-class: class-program rubric-program ## grade SUBMISSIONS=dir into OUT=dir (JOBS= LABS=03-04 RUBRIC= ROSTER= EXECUTOR=local|slurm PARTITION=)
	@$(BUILD)/class --device $(DEV) --folder $(BUILD) $(CLASS_FLAGS)

CLASS_FLAGS = --submissions $(call q,$(SUBMISSIONS)) --out $(call q,$(OUT)) --rubric $(call q,$(RUBRIC)) \
	$(call flag,roster,ROSTER) $(call flag,labs,WANTED_LABS) $(call flag,labs,LAB) $(call flag,jobs,JOBS) \
	$(call flag,executor,EXECUTOR) $(call flag,partition,PARTITION) $(call flag,sandbox,SANDBOX)

$(BUILD)/tests/grader/test_intake: $(BUILD)/grader/tests/test_intake.o $(patsubst %,$(BUILD)/grader/%.o,class/intake class/take class/tree class/archive class/git class/common class/names formats/json_file)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -ljansson -larchive -lcrypto

.PHONY: tests-class
tests-class: $(BUILD)/tests/grader/test_intake $(BUILD)/class $(BUILD)/rubric $(BUILD)/pages

class-trial: class-program rubric-program mutants-program ## a made-up class of N=200, graded, killed, resumed, compared (an hour or two)
	@sh grader/class/trial.sh $(BUILD) $(call q,$(or $(N),200)) $(call q,$(or $(KILLS),20)) \
		$(call q,$(or $(WANTED_LABS),03-04))
