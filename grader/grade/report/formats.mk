# Other systems: their files beside a grade, packages that grade there, and how both are tested.

# make grade REPORTS="junit=build/junit.xml gradescope=build/results.json"
GRADE_FLAGS += $(call flag,formats,REPORTS)

# IMAGE: the name under which the folder image/ of a package is published, for PrairieLearn and Submitty.
PACKAGE = MINUTES=$(call q,$(or $(MINUTES),10)) IMAGE=$(call q,$(IMAGE)) TERMS=$(if $(RUBRIC),build/terms.json) \
    sh grader/grade/report/package/package.sh
PACK_WITH = deps-formats $(if $(RUBRIC),rubric-program)
TERMS_OF_RUBRIC = $(if $(RUBRIC),@mkdir -p build && $(BUILD)/rubric --terms build/terms.json $(call q,$(RUBRIC)))

.PHONY: gradescope autolab classroom50 prairielearn submitty github-actions gradescope-trial deps-formats
gradescope: $(PACK_WITH) ## build/gradescope.zip, which grades there: LABS=03-04 RUBRIC=file MINUTES=10
autolab: $(PACK_WITH) ## the same for Autolab: build/autolab/
classroom50: $(PACK_WITH) ## the same for Classroom 50: build/classroom50/, of rubrics without a secret
prairielearn: $(PACK_WITH) ## the same for PrairieLearn, IMAGE=you/sortlab:1: build/prairielearn/
submitty: $(PACK_WITH) ## the same for Submitty, IMAGE=you/sortlab:1: build/submitty/
gradescope autolab classroom50 prairielearn submitty:
	$(TERMS_OF_RUBRIC)
	@$(PACKAGE) $@ $(call q,$(WANTED_LABS))

github-actions: ## a workflow that grades every push to a handout, to be put into .github/workflows/
	@cat grader/grade/report/package/github.yml

gradescope-trial: gradescope ## the zip tried in ROOT=dir, an empty Debian or Ubuntu (debootstrap), with 0.5 CPU and 768
##   MB
	@sh grader/tests/class/gradescope_trial.sh $(call q,$(ROOT))

deps-formats:
	@sh common/build/deps.sh formats

$(BUILD)/tests/samples: $(BUILD)/grader/tests/report/samples.o \
    $(filter-out $(BUILD)/grader/grade/main.o,$(JUDGE_O)) $(COMMON_O)
	@mkdir -p $(@D) && $(CC) -o $@ $^ -lcunit -ljansson -lm

tests: $(BUILD)/tests/samples
