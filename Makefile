# Sortlab's front door. It names no lab: a lab is a folder in labs/ and a file in solutions/.
# Knobs: DEV=cpu|gpu  WHO=labs|solutions  LAB= STAGE= CASE= N= SEED= KEYS= ORDER= TOOL= CROSS=

include common/build/knobs.mk
.DEFAULT_GOAL := check
MAKEFLAGS += --no-builtin-rules

include common/build/handout.mk common/build/build.mk common/build/learn.mk common/build/profile.mk
include $(wildcard common/sort/device/sort.mk docs/pictures/draw/*.mk)
include $(sort $(filter-out %/child.mk,$(wildcard grader/*/*.mk grader/*/*/*.mk grader/*/*/*/*.mk)))
include $(wildcard common/build/slides.mk common/build/docs.mk common/build/words/words.mk)

.PHONY: help demo test test-quick grade run keys skeletons mutants new-lab bench deps format clean

help: ## this list
	@ABSENT=$(call q,$(ABSENT)) sh common/build/help.sh common/build/learn.mk \
		$(filter-out common/build/learn.mk,$(filter %Makefile %.mk,$(MAKEFILE_LIST)))

demo: WHO = solutions
demo: deps-core grade-program run-program ## the main job, without a GPU: grade the solutions, sort real numbers
	@sh common/build/demo.sh $(DEV)

test: deps-core ## what the kit promises, as CI runs it (ALL=1: every case, SUITE=judge: the suites with this in
##   their names)
	@sh common/build/test.sh $(call q,$(SUITE))

test-quick: deps-core ## the tests that take less than a minute: unit tests, and the rules of the house
	@sh common/build/test.sh quick

grade: deps-core grade-program ## grade SUBMISSION=folder, file, archive or repository, into RESULT=build/result.json
##   (RUBRIC=file INSTRUCTOR=file)
	@$(GRADE) $(GRADE_FLAGS) --submission $(call q,$(SUBMISSION)) --result $(call q,$(RESULT)) --repeat-by $(REPEAT_BY)

run: WHO ?= solutions
run: deps-core $(if $(GPUS),many-program,run-program) ## sort a file: IN= OUT= TYPE= FORMAT= BLOCK= MERGE= RUNS=
##   WORKERS= DEVICE_MEMORY=64M HOST_MEMORY=1G SPILL= COMPARE=1. Without the labs, on the device or disk:
##   ENGINE=fast|host|device RESUME=0 PROGRESS=1. On several GPUs: GPUS=4 EXCHANGE=peer|nccl
	@$(if $(GPUS),$(RUN_MANY),$(UNDER_TOOL) $(BUILD)/$(WHO)$(CHECKED)/run $(RUN_FLAGS))

skeletons: ## write the learners' files from solutions/, never over local changes
	@sh common/build/skeletons.sh

mutants: deps-core mutants-program ## wrong submissions have to lose points (LAB=03 SAMPLE=20 MUTANT=name, UNSEEN=100
##   SEED=1). RIGHT=1: unusual right ones, which must not lose any
	@$(BUILD)/mutants $(MUTANTS_FLAGS)

bench: deps-core bench-program ## rates next to the libraries' (QUICK=1 SHAPE=sizes|grid|staircase|again),
##   and of a lab's functions: LAB=03 GREATEST=20
	@$(BENCH)

new-lab: ## write a new lab: NAME=15_name, and KIND=host for one in C
	@sh common/build/new_lab.sh

deps: deps-core deps-dev ## install what the targets need

format: deps-dev ## clang-format over all sources
	@git ls-files '*.c' '*.h' '*.cu' | grep -v '^labs/.*\.cu$$' | xargs clang-format -i

clean: ## remove build/
	rm -rf build
