# What a class gets: the kit without the answers (common/handout.sh). In such a handout a learner's targets
# work, and the others say that they are not there.

.PHONY: handout
tests: $(BUILD)/tests/leaks
$(BUILD)/tests/leaks: $(BUILD)/grader/tests/leaks.o
	@mkdir -p $(@D) && $(CC) -o $@ $^

handout: ## build/handout.tar.gz for a class, without any answer (LABS=01-04)
	@sh common/handout.sh $(call q,$(WANTED_LABS))

ifeq ($(wildcard solutions),)
WHO ?= labs
ABSENT := demo test skeletons mutants costs bench new-lab traces format handout pictures slides docs $(if $(wildcard grader/run),,run)
ifneq ($(filter $(ABSENT),$(MAKECMDGOALS)),)
$(error a handout has no make $(firstword $(filter $(ABSENT),$(MAKECMDGOALS))); make help lists what it has)
endif
endif
