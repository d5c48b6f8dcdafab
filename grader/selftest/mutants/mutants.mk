# The mutant bank's program. CUDA text is taken apart by the runtime's own lexer, so that there is one.

MUTANTS_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/selftest/mutants/*.c) \
             grader/grade/report/verdict.c \
             common/timer.c common/simt/compile/lexer.c) $(HELPERS_O)

$(BUILD)/mutants: $(MUTANTS_O) | deps-core
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson -lm

.PHONY: mutants-program
mutants-program: deps-core
	@+$(BUILD_ALONE) -s $(GRADE) $(BUILD)/mutants

MUTANTS_FLAGS = --device $(DEV) --folder $(BUILD) $(call flag,lab,LAB) $(call flag,mutant,MUTANT) \
	$(call flag,sample,SAMPLE) $(call flag,seed,SEED) $(call flag,limit,LIMIT) $(if $(EXPLAIN),--explain) \
	$(if $(RIGHT),--right) $(call flag,unseen,UNSEEN)
