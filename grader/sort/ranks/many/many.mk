# Lab 14 on several devices of one machine (docs/many-machines.md).

# Of the folder where NVIDIA's toolkit has NCCL the loader need not know. The runtime's functions are there for
# a library that is opened later.
MANY_LINK := $(if $(filter gpu,$(DEV)),-Xlinker -rpath -Xlinker $(firstword $(CUDA_ROOT))/lib,-rdynamic)

MANY_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/sort/ranks/many/*.c))
$(BUILD)/%/run-many: $(MANY_O) $(BUILD)/%/ranks.a $(RUNTIME)
	@$(LINK) -o $@ $(filter %.o %.a,$^) $(MANY_LINK) -ldl -lpthread -lm

# What goes with one device only is refused, and not forgotten.
ONE_DEVICE := FORMAT BLOCK MERGE RUNS WORKERS COMPARE DEVICE_MEMORY HOST_MEMORY SPILL TOOL
WITH_GPUS := $(if $(and $(GPUS),$(filter run check-many,$(MAKECMDGOALS))),$(strip \
    $(foreach knob,$(ONE_DEVICE),$(if $($(knob)),$(knob)))))
ifneq ($(WITH_GPUS),)
$(error GPUS sorts with lab 14 and takes IN OUT TYPE N DIST SEED EXCHANGE ENGINE PATIENCE. Leave out $(WITH_GPUS))
endif
ifneq ($(and $(GPUS),$(filter-out labs fast,$(ENGINE) $(ROAD))),)
$(error ENGINE is '$(or $(ENGINE),$(ROAD))'. There are labs and fast)
endif
$(if $(and $(GPUS),$(ROAD)),$(info ROAD is called ENGINE now; give ENGINE=$(ROAD)))

.PHONY: many-program check-many
many-program: deps-core
	@+$(BUILD_ALONE) $(BUILD)/$(WHO)/run-many

check-many: WHO ?= labs
check-many: GPUS ?= 4
check-many: many-program ## lab 14 on GPUS=4 devices of this machine, with every distribution (WHO=solutions N=
##   EXCHANGE=)
	@$(RUN_MANY) --check

# On the CPU runtime a machine has as many devices as are asked for.
RUN_MANY = $(if $(filter cpu,$(DEV)),SIMT_DEVICES=$(call q,$(or $(SIMT_DEVICES),$(GPUS)))) \
    $(BUILD)/$(WHO)/run-many $(call q,$(GPUS)) $(call q,$(or $(EXCHANGE),peer)) $(RANKS_FLAGS)
