# make bench: the matrix on a GPU, host and runtime without one; and the table of one lab's functions.

# Of a lab that is there the matrix has the file that is named like it. The peers need nvcc.
MATRIX_CU := $(filter-out $(if $(filter cpu,$(DEV)),%/peers.cu),$(wildcard grader/bench/matrix/*.cu))
MATRIX_O  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/bench/matrix/*.c $(LABS:%=labs/%/bench.c))) \
             $(MATRIX_CU:%.cu=$(BUILD)/%.o) $(OPTIONS_O) $(SORT_O)
$(BUILD)/grader/bench/matrix/%.o: grader/bench/matrix/%.cu $(wildcard grader/bench/matrix/*.h) $(COMMON_H) $(RUNTIME)
	@mkdir -p $(@D) && $(CUC) $(LAB_FLAGS) -I. -c -o $@ $<

$(BUILD)/%/matrix: $(MATRIX_O) $(COMMON_O) $(foreach lab,$(LABS),$(BUILD)/%/$(lab).o) $(RUNTIME)
	@$(LINK) -o $@ $(filter %.o,$^) -lpthread -lm

# The host's peers are those that are installed; IPS4O is a folder with ips4o.hpp. One of them comes with g++.
HIGHWAY  := $(wildcard /usr/include/hwy/contrib/sort/vqsort.h)
IPS4O    ?= /usr/include
HOST_CPP := library $(if $(HIGHWAY),vqsort) $(shell [ ! -f $(call q,$(IPS4O))/ips4o.hpp ] || echo ips4o)
HOST_C   := main labs $(if $(wildcard common/sort/host/*.h),fast)
HOST_O   := $(HOST_C:%=$(BUILD)/grader/bench/host/%.o) $(HOST_CPP:%=$(BUILD)/grader/bench/host/%.o) \
            $(FAST_O) $(OPTIONS_O)
# Named one by one, so that a library that is installed later gets its object.
$(HOST_CPP:%=$(BUILD)/grader/bench/host/%.o): $(BUILD)/grader/bench/host/%.o: \
    grader/bench/host/%.cpp grader/bench/host/host.h
	@mkdir -p $(@D) && g++ -std=c++17 -O3 -fopenmp -U_REENTRANT -I. -I$(call q,$(IPS4O)) -c -o $@ $<

$(BUILD)/%/host: $(HOST_O) $(COMMON_O) $(BUILD)/%/01_serial_radix.o $(BUILD)/%/07_block_merge.o
	@g++ -o $@ $^ -fopenmp -lpthread -lm $(if $(HIGHWAY),-lhwy_contrib -lhwy)

REPORT   := $(BUILD)/report
REPORT_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/bench/report/*.c) \
            $(patsubst %,docs/pictures/draw/%.c,bench_csv grid staircase svg) common/simt/run/said.c)
$(REPORT): $(REPORT_O)
	@$(CC) $(LDFLAGS) -o $@ $^ -lm

# Who names a lab or a size has the table of functions (grader/bench/main.c); else the program compares.
BENCH_WHO      = $(BUILD)/$(or $(WHO),solutions)
BENCH_PROGRAMS = $(if $(LAB)$(GREATEST),$(BENCH_WHO)/bench,$(REPORT) \
    $(BENCH_WHO)/$(if $(filter gpu,$(DEV)),matrix,host))
BENCH          = $(if $(LAB)$(GREATEST),$(BENCH_WHO)/bench $(call q,$(LAB)) $(if $(GREATEST),$(call q,$(GREATEST))),\
	NVCC=$(call q,$(NVCC)) sh grader/bench/bench.sh $(DEV) $(BENCH_WHO) $(call q,$(QUICK)) $(call q,$(SHAPE)))
