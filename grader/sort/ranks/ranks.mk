# What the programs have in common that sort on ranks: grader/sort/ranks/mpi, and grader/sort/ranks/many.

RANKS_O := $(patsubst %,$(BUILD)/grader/sort/ranks/%.o,work files sort) $(OPTIONS_O)

# The reference sorts each rank's keys by the kit's library; for a learner the host does, whatever labs are done.
$(BUILD)/solutions/ranks.a: $(patsubst %,$(BUILD)/grader/sort/ranks/%.o,sort_fast slices cuts slices_device \
    slice_sort) $(SORT_O)
$(BUILD)/labs/ranks.a: $(BUILD)/grader/sort/ranks/sort_host.o $(FAST_O)
$(BUILD)/solutions/ranks.a $(BUILD)/labs/ranks.a: $(BUILD)/%/ranks.a: $(BUILD)/%/14_many_gpus.o $(RANKS_O) $(COMMON_O)
	@rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(BUILD)/grader/sort/ranks/%.o: grader/sort/ranks/%.cu \
    $(wildcard grader/sort/ranks/*.h labs/14_many_gpus/*.h) $(COMMON_H) $(RUNTIME)
	@mkdir -p $(@D) && $(CUC) $(LAB_FLAGS) -I. -Ilabs/14_many_gpus -c -o $@ $<

RANKS_FLAGS = $(call flag,in,IN) $(call flag,out,OUT) $(call flag,type,TYPE) $(call flag,n,N) \
	$(call flag,dist,DIST) $(call flag,seed,SEED) $(call flag,patience,PATIENCE) \
	$(if $(filter labs,$(or $(ENGINE),$(ROAD))),--lab)
