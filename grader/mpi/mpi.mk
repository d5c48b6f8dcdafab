# Lab 14 on the ranks of an MPI run (docs/many-machines.md).

MPI_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/mpi/*.c))
$(MPI_O): CFLAGS_ALL += $(shell mpicc --showme:compile 2>/dev/null)
$(MPI_O): | deps-core deps-mpi

# The reference sorts each rank's keys by lab 13; for a learner the host does, whatever labs are done.
$(BUILD)/solutions/run-mpi: $(BUILD)/solutions/13_fast_sort.o $(filter-out %/sort_host.o,$(MPI_O))
$(BUILD)/labs/run-mpi: $(FAST_O) $(filter-out %/sort_fast.o,$(MPI_O))
$(BUILD)/%/run-mpi: $(BUILD)/%/14_many_gpus.o $(COMMON_O) $(RUNTIME)
	@$(LINK) -o $@ $(filter %.o,$^) $(shell mpicc --showme:link 2>/dev/null) -lpthread -lm

.PHONY: deps-mpi mpi-program run-mpi check-mpi
deps-mpi:
	@sh common/deps.sh mpi $(DEV)

mpi-program: deps-core deps-mpi
	@$(BUILD_ALONE) $(BUILD)/$(or $(WHO),solutions)/run-mpi

run-mpi: mpi-program ## sort a file on NP=4 processes: IN= OUT= TYPE= N= DIST= SEED= PATIENCE=60 HOSTS=a,b
	@sh grader/mpi/run.sh $(BUILD)/$(or $(WHO),solutions)/run-mpi $(MPI_FLAGS)

check-mpi: WHO ?= labs
check-mpi: mpi-program ## lab 14 on NP=4 processes, with every distribution (WHO=solutions N=)
	@sh grader/mpi/run.sh $(BUILD)/$(WHO)/run-mpi --check $(MPI_FLAGS)

MPI_FLAGS = $(if $(IN),--in "$(IN)") $(if $(OUT),--out "$(OUT)") $(if $(TYPE),--type "$(TYPE)") $(if $(N),--n "$(N)") \
	$(if $(DIST),--dist "$(DIST)") $(if $(SEED),--seed "$(SEED)") $(if $(PATIENCE),--patience "$(PATIENCE)")
