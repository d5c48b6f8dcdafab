# A whole class: intake, workers, journal, gradebook (docs/instructor/grading.md).

CLASS_O := $(filter-out %/pages/main.o,$(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/class/*.c \
           grader/class/pages/*.c grader/class/similar/*.c))) \
           $(patsubst %,$(BUILD)/grader/%.o,grade/report/verdict \
           grade/policy/terms grade/policy/score grade/policy/late grade/policy/hints) \
           $(HELPERS_O) $(BUILD)/common/timer.o

$(BUILD)/class: $(CLASS_O) | $(GRADE)
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson -larchive -lsqlite3 -lcrypto -lutf8proc

# For make grade, which has it built where the submission is an archive or a repository.
INTAKE_O := $(patsubst %,$(BUILD)/grader/%.o,class/intake class/take class/tree class/archive \
            class/git class/common class/names class/pages/safe) $(HELPERS_O)
UNPACK_O := $(BUILD)/grader/class/unpack/main.o $(BUILD)/grader/class/labs.o
$(BUILD)/unpack: $(UNPACK_O) $(INTAKE_O)
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson -larchive -lcrypto -lutf8proc

# What a learner builds too has to do without these packages.
$(filter $(BUILD)/grader/class/%,$(CLASS_O) $(UNPACK_O)): | deps-core deps-class

.PHONY: grade-class class-program unpack-program deps-class class-trial
deps-class:
	@sh common/build/deps.sh class $(DEV)

class-program: deps-core deps-class
	@+$(BUILD_ALONE) -s $(GRADE) $(BUILD)/class

unpack-program: deps-core deps-class
	@+$(BUILD_ALONE) -s $(BUILD)/unpack

grade-class: class-program rubric-program ## grade SUBMISSIONS=dir into OUT=dir (JOBS= LABS=03-04 RUBRIC= ROSTER=
##   ARRIVALS= ANONYMOUS=1 AGAINST=earlier year STUDENT=who is graded again EXECUTOR=local|slurm PARTITION=)
	@sh grader/class/similar/install.sh try
	@$(BUILD)/class --device $(DEV) --folder $(BUILD) $(CLASS_FLAGS)

CLASS_FLAGS = --submissions $(call q,$(SUBMISSIONS)) --out $(call q,$(OUT)) --rubric $(call q,$(RUBRIC)) \
	$(call flag,roster,ROSTER) $(call flag,arrivals,ARRIVALS) $(if $(ANONYMOUS),--anonymous) \
	$(call flag,labs,WANTED_LABS) $(call flag,labs,LAB) $(call flag,jobs,JOBS) \
	$(call flag,executor,EXECUTOR) $(call flag,partition,PARTITION) $(call flag,sandbox,SANDBOX) \
	$(call flag,against,AGAINST) \
	$(call flag,student,STUDENT)

$(BUILD)/tests/grader/test_intake: $(BUILD)/grader/tests/class/test_intake.o $(INTAKE_O)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -ljansson -larchive -lcrypto -lutf8proc

.PHONY: tests-class
tests-class: $(BUILD)/tests/grader/test_intake $(BUILD)/unpack $(BUILD)/class $(BUILD)/rubric $(BUILD)/pages

class-trial: class-program rubric-program mutants-program ## a made-up class of N=200, graded, killed, resumed, compared
##   (an hour)
	@sh grader/class/trial.sh $(BUILD) $(call q,$(or $(N),200)) $(call q,$(or $(KILLS),20)) \
		$(call q,$(or $(WANTED_LABS),03-04))
