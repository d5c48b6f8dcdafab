# What the programs have in common that sort on ranks: grader/mpi, and grader/many.

RANKS_O := $(patsubst %,$(BUILD)/grader/ranks/%.o,work files sort)

# The reference sorts each rank's keys by lab 13; for a learner the host does, whatever labs are done.
$(BUILD)/solutions/ranks.a: $(BUILD)/grader/ranks/sort_fast.o $(BUILD)/solutions/13_fast_sort.o
$(BUILD)/labs/ranks.a: $(BUILD)/grader/ranks/sort_host.o $(FAST_O)
$(BUILD)/solutions/ranks.a $(BUILD)/labs/ranks.a: $(BUILD)/%/ranks.a: $(BUILD)/%/14_many_gpus.o $(RANKS_O) $(COMMON_O)
	@rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

RANKS_FLAGS = $(if $(IN),--in "$(IN)") $(if $(OUT),--out "$(OUT)") $(if $(TYPE),--type "$(TYPE)") $(if $(N),--n "$(N)") \
	$(if $(DIST),--dist "$(DIST)") $(if $(SEED),--seed "$(SEED)") $(if $(PATIENCE),--patience "$(PATIENCE)")
