# What a class gets: the kit without the answers (common/build/handout.sh). In such a handout a learner's targets
# work, and the others say that they are not there.

.PHONY: handout exam
tests: $(BUILD)/tests/leaks
$(BUILD)/tests/leaks: $(BUILD)/grader/tests/selftest/leaks.o
	@mkdir -p $(@D) && $(CC) -o $@ $^

handout: ## build/handout.tar.gz for a class, without any answer (LABS=01-04)
	@sh common/build/handout.sh $(call q,$(WANTED_LABS))

exam: ## build/exam/SEED, an examination: another form of LABS=03 by SEED=7, with its handout and its own kit to grade
##   with (MINUTES=90)
	@sh common/build/exam.sh $(call q,$(WANTED_LABS)) $(call q,$(SEED)) $(call q,$(or $(MINUTES),90))

# An examination is a kit with its solutions and the minutes that it takes.
EXAM := $(shell cat exam.txt 2>/dev/null)
ifneq ($(if $(wildcard solutions),$(EXAM),handout),)
WHO ?= labs
ABSENT := demo test test-quick skeletons mutants costs bench new-lab traces format handout exam pictures slides docs \
    words lib $(if $(wildcard grader/sort/main.c),,run)
ifneq ($(filter $(ABSENT),$(MAKECMDGOALS)),)
$(error $(if $(EXAM),an examination,a handout) has no make $(firstword $(filter $(ABSENT),$(MAKECMDGOALS))). \
    make help lists what it has)
endif
endif
