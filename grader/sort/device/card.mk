# The device engine of the fast road. Its own kernels are compiled as a lab's are.

ROAD_CU_O := $(patsubst grader/sort/external/%.cu,$(BUILD)/road$(CHECKED)/%.o,$(wildcard grader/sort/external/*.cu))
$(ROAD_CU_O): $(BUILD)/road$(CHECKED)/%.o: grader/sort/external/%.cu $(wildcard grader/sort/external/card*.h common/*.h) $(RUNTIME)
	@mkdir -p $(@D) && $(CUC) $(CHECK_FLAGS) $(LAB_FLAGS) -I. -c -o $@ $<
CARD_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/external/card*.c)) $(ROAD_CU_O)

# The linker leads some calls to the test, which sees when they come.
$(BUILD)/tests/grader/test_card: $(BUILD)/grader/tests/test_card.o $(BUILD)/grader/sort/external/shares.o $(CARD_O) $(COMMON_O) $(FAST_O) $(SORT_O) $(RUNTIME)
	@mkdir -p $(@D) && $(LINK) $(foreach f,sortlab_sort_keys card_merge_slice simt_malloc_host,-Xlinker --wrap=$(f)) \
		-o $@ $(filter %.o,$^) -lcunit -lpthread -lm

$(BUILD)/solutions$(CHECKED)/run $(BUILD)/labs$(CHECKED)/run: $(CARD_O) $(SORT_O)
