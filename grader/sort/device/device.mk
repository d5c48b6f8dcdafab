# The device engine. Its own kernels are compiled as a lab's are.

DEVICE_CU_O := $(patsubst grader/sort/device/%.cu,$(BUILD)/external$(CHECKED)/%.o,$(wildcard grader/sort/device/*.cu))
$(DEVICE_CU_O): $(BUILD)/external$(CHECKED)/%.o: grader/sort/device/%.cu \
    $(wildcard grader/sort/device/*.h) $(COMMON_H) $(RUNTIME)
	@mkdir -p $(@D) && $(CUC) $(CHECK_FLAGS) $(LAB_FLAGS) -I. -c -o $@ $<
DEVICE_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/device/*.c)) $(DEVICE_CU_O)

# The linker leads some calls to the test, which sees when they come.
$(BUILD)/tests/grader/test_device_sort: $(BUILD)/grader/tests/sort/test_device_sort.o \
    $(BUILD)/grader/sort/external/parallel_for.o $(DEVICE_O) $(COMMON_O) $(FAST_O) \
    $(SORT_O) $(RUNTIME)
	@mkdir -p $(@D) && $(LINK) $(foreach f,sortlab_sort_keys device_merge_slice simt_malloc_host,-Xlinker --wrap=$(f)) \
		-o $@ $(filter %.o,$^) -lcunit -lpthread -lm

$(BUILD)/solutions$(CHECKED)/run $(BUILD)/labs$(CHECKED)/run: $(DEVICE_O) $(SORT_O)
