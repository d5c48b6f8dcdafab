# The hostile corpus: submissions that try to get, see, break or keep what is not theirs.
#   make hostile [NAME=fork-bomb] [JOBS=2] [SANDBOX=auto]      make hostile-teeth

.PHONY: hostile hostile-teeth hostile-program
HOSTILE   := $(BUILD)/hostile
HOSTILE_O := $(patsubst %.c,$(BUILD)/%.o,$(filter-out grader/selftest/hostile/descriptors.c,\
             $(wildcard grader/selftest/hostile/*.c))) $(OPTIONS_O) $(BUILD)/common/timer.o
HOSTILE_FLAGS = $(call flag,sandbox,SANDBOX) $(call flag,jobs,JOBS) $(foreach name,$(NAME),$(call q,$(name)))

# A grader of which a test can take the defences out (grader/grade/sandbox/test_switches.h).
TEETH   := $(BUILD)/teeth/grade
TEETH_O := $(patsubst $(BUILD)/%,$(BUILD)/teeth/%,$(JUDGE_O))
TEETH_KEPT_O := $(patsubst %.c,$(BUILD)/teeth/%.o,$(KEPT_C) grader/grade/sandbox/landlock.c)

hostile: hostile-program ## submissions that cheat, break or pry: NAME= JOBS= SANDBOX=
	@sh grader/selftest/hostile/run.sh $(HOSTILE) --grade $(GRADE) $(HOSTILE_FLAGS)

hostile-teeth: hostile-program ## the same with each defence taken out: its attack has to succeed
	@sh grader/selftest/hostile/run.sh $(HOSTILE) --teeth --grade $(TEETH) $(HOSTILE_FLAGS)

hostile-program: deps-core
	@+$(BUILD_ALONE) $(GRADE) $(HOSTILE) $(TEETH)

$(BUILD)/descriptors.so: grader/selftest/hostile/descriptors.c
	@mkdir -p $(@D) && $(CC) $(CFLAGS_ALL) -shared -fPIC -o $@ $<

$(HOSTILE): $(HOSTILE_O) | $(BUILD)/descriptors.so
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson

$(BUILD)/teeth/init: $(TEETH_KEPT_O)
	@$(CC) $(LDFLAGS) -o $@ $^

$(TEETH): $(TEETH_O) $(COMMON_O) $(GRADE) $(BUILD)/teeth/init
	@$(CC) $(LDFLAGS) -o $@ $(TEETH_O) $(COMMON_O) -ljansson -lm

$(BUILD)/teeth/judge/%.o: labs/%/stages.c | deps-core
	@mkdir -p $(@D) && $(CC) $(STAGE_FLAGS) -DSORTLAB_TEST_SWITCHES -Ilabs/$* -DSTAGE_LAB='"$*"' -c -o $@ $<

$(BUILD)/teeth/%.o: %.c | deps-core
	@mkdir -p $(@D) && $(CC) $(CFLAGS_ALL) -DSORTLAB_TEST_SWITCHES -c -o $@ $<

tests: $(HOSTILE) $(TEETH) $(BUILD)/fuzz/records $(BUILD)/fuzz/findings
