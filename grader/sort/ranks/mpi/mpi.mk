# Lab 14 on the ranks of an MPI run (docs/many-machines.md).

MPI_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/ranks/mpi/*.c))
$(MPI_O): CFLAGS_ALL += $(shell mpicc --showme:compile 2>/dev/null)
$(MPI_O): | deps-core deps-mpi

$(BUILD)/%/run-mpi: $(MPI_O) $(BUILD)/%/ranks.a $(RUNTIME)
	@$(LINK) -o $@ $(filter %.o %.a,$^) $(shell mpicc --showme:link 2>/dev/null) -lpthread -lm

.PHONY: deps-mpi mpi-program run-mpi check-mpi
deps-mpi:
	@sh common/build/deps.sh mpi $(DEV)

mpi-program: deps-core deps-mpi
	@+$(BUILD_ALONE) $(BUILD)/$(or $(WHO),solutions)/run-mpi

run-mpi: mpi-program ## sort a file on NP=4 processes: IN= OUT= TYPE= N= DIST= SEED= PATIENCE=60 HOSTS=a,b
	@sh grader/sort/ranks/mpi/run.sh $(BUILD)/$(or $(WHO),solutions)/run-mpi $(RANKS_FLAGS)

check-mpi: WHO ?= labs
check-mpi: mpi-program ## lab 14 on NP=4 processes, with every distribution (WHO=solutions N=)
	@sh grader/sort/ranks/mpi/run.sh $(BUILD)/$(WHO)/run-mpi --check $(RANKS_FLAGS)
