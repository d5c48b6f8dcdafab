# The mutant bank's program. CUDA text is taken apart by the runtime's own lexer, so that there is one.

MUTANTS_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/mutants/*.c) grader/formats/verdict.c \
             common/timer.c common/simt/compile/lexer.c)

$(BUILD)/mutants: $(MUTANTS_O) | deps-core
	@$(CC) $(LDFLAGS) -o $@ $^ -ljansson -lm

.PHONY: mutants-program
mutants-program: deps-core
	@+$(BUILD_ALONE) -s $(GRADE) $(BUILD)/mutants

MUTANTS_FLAGS = --device $(DEV) --folder $(BUILD) $(if $(LAB),--lab "$(LAB)") $(if $(MUTANT),--mutant "$(MUTANT)") \
	$(if $(SAMPLE),--sample "$(SAMPLE)") $(if $(SEED),--seed "$(SEED)") $(if $(LIMIT),--limit "$(LIMIT)") $(if $(EXPLAIN),--explain)
