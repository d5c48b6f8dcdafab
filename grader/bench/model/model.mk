# Sorts on machines that are not here (docs/model.md).

MODEL_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/bench/model/*.c))

$(BUILD)/model: $(MODEL_O) $(OPTIONS_O)
	@$(CC) $(LDFLAGS) -o $@ $^ -lm

.PHONY: model
model: deps-core ## what a sort costs on other machines: KEYS=1e12 NODES=100 GPUS=4 NETWORK= HOST_LINK= MEMORY= DISK=
##   (GB, GB/s)
	@$(if $(DIST),$(error make model simulates no exchange. docs/model.md has the figures. Leave out DIST))
	@+$(BUILD_ALONE) -s $(BUILD)/model
	@$(if $(PAGE),sh grader/bench/model/page.sh $(BUILD)/model >docs/model.new && \
		mv docs/model.new docs/model.md,$(BUILD)/model $(MODEL_FLAGS))

MODEL_FLAGS = $(call flag,keys,KEYS) $(call flag,nodes,NODES) $(call flag,gpus,GPUS) \
	$(call flag,network,NETWORK) $(call flag,latency,LATENCY) $(call flag,link,HOST_LINK) $(call flag,memory,MEMORY) \
	$(call flag,device-memory,DEVICE_MEMORY) $(call flag,disk,DISK)

tests: $(BUILD)/model

$(BUILD)/tests/grader/test_model: $(BUILD)/grader/tests/bench/test_model.o $(filter-out %/main.o,$(MODEL_O))
	@mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $^ -lcunit -lm
