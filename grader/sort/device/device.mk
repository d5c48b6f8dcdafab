# The device engine. Its own kernels are compiled as a lab's are.

DEVICE_CU_O := $(patsubst grader/sort/external/%.cu,$(BUILD)/external$(CHECKED)/%.o,$(wildcard grader/sort/external/*.cu))
$(DEVICE_CU_O): $(BUILD)/external$(CHECKED)/%.o: grader/sort/external/%.cu $(wildcard grader/sort/external/device*.h common/*.h) $(RUNTIME)
	@mkdir -p $(@D) && $(CUC) $(CHECK_FLAGS) $(LAB_FLAGS) -I. -c -o $@ $<
DEVICE_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/external/device*.c)) $(DEVICE_CU_O)

# The linker leads some calls to the test, which sees when they come.
$(BUILD)/tests/grader/test_device_sort: $(BUILD)/grader/tests/test_device_sort.o $(BUILD)/grader/sort/external/parallel_for.o $(DEVICE_O) $(COMMON_O) $(FAST_O) $(BUILD)/solutions/13_fast_sort.o $(RUNTIME)
	@mkdir -p $(@D) && $(LINK) $(foreach f,fast_sort_keys device_merge_slice simt_malloc_host,-Xlinker --wrap=$(f)) \
		-o $@ $(filter %.o,$^) -lcunit -lpthread -lm

$(BUILD)/solutions$(CHECKED)/run $(BUILD)/labs$(CHECKED)/run: $(DEVICE_O)
