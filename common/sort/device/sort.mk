# The sorting library: sort.h says what is in it. Programs of the kit link its object, others build/libsortlab.a.

SORT_O := $(BUILD)/common/sort/device/sort.o
$(SORT_O): common/sort/device/sort.cu $(COMMON_H) $(RUNTIME)
	@mkdir -p $(@D) && $(CUC) $(LAB_FLAGS) -I. -c -o $@ $<

.PHONY: lib
lib: deps-core ## write build/libsortlab.a, the sorting library for programs of your own (DEV=gpu: for a GPU)
##   (common/sort/device/sort.h)
	@+$(BUILD_ALONE) -s $(SORT_O)
	@rm -f build/libsortlab.a && $(AR) rcs build/libsortlab.a $(SORT_O)
	@echo "build/libsortlab.a: compile your program with $(strip -I. $(CUDA_CFLAGS)), link it with $(strip $(LINK))"
