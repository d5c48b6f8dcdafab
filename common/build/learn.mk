# What a learner types. What was done is kept in PROGRESS, out of build/ and out of git.

export PROGRESS ?= .sortlab/progress.json

.PHONY: check hint watch progress editor
check: deps-core ## your labs in order, up to the first stage that fails (LAB=03: this one, whole, FORMAT=gcc: for an
##   editor)
	@$(if $(FORMAT),,sh common/build/found.sh $(DEV) $(GRADE))
	@+$(BUILD_ALONE) -s $(GRADE) $(RUNTIME)
	@$(if $(EXAM),$(GRADE) $(call flag,progress,PROGRESS) clock $(call q,$(EXAM)))
	@$(if $(strip $(CHOSEN)),$(CHECK_CHOSEN),$(GRADE) $(LEARN_FLAGS) check) || { $(END_QUIETLY); }

# A stage that fails is no fault of the kit, and make would say "*** Error 1" as the last word. SIGPIPE ends make
# without a word, and with a status that is not 0. From 4.4 on make catches it and says more instead, so it is left
# alone.
END_QUIETLY = $(if $(filter 4.0% 4.1% 4.2% 4.3%,$(MAKE_VERSION)),[ $$? != 1 ] || kill -PIPE $$PPID; )exit 1

watch: grade-program ## check again whenever you save a file (LAB=03: of this lab alone, FORMAT=gcc: for an editor)
	@$(GRADE) $(LEARN_FLAGS) watch

progress: grade-program ## the map of the labs: steps, points, hints shown, what is next
	@$(GRADE) $(LEARN_FLAGS) map

hint: ## the next hint for what failed last (LAB=03: there). STEP=2 LEVEL=1, 2 or 3 choose one
	@sh common/build/hint.sh $(call q,$(LAB)) $(call q,$(STEP)) $(call q,$(LEVEL))

editor: ## files for VS Code and clangd: tasks, a list of errors, the debugger (DEV=gpu: checks on a GPU)
	@sh common/build/editor.sh $(DEV)

# Whoever chooses what to run has it run, whatever is known of it.
CHOSEN = $(FORMAT) $(LAB) $(STAGE) $(CASE) $(N) $(SEED) $(KEYS) $(ORDER) $(TOOL)
CHECK_CHOSEN = $(GRADE) $(GRADE_FLAGS) --submission labs --sandbox none --explain \
    $(call flag,progress,PROGRESS) $(call flag,lines,FORMAT) $(if $(LAB),,--until-fail)
LEARN_FLAGS = --device $(DEV) --folder $(BUILD) $(call flag,progress,PROGRESS) $(call flag,lab,LAB) \
    $(call flag,lines,FORMAT)
