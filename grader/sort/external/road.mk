# The fast road's own test program. (The program `run` takes ROAD_O from common/build/build.mk.)
$(BUILD)/tests/grader/test_road: $(BUILD)/grader/tests/test_road.o $(ROAD_O) $(COMMON_O) $(FAST_O)
	@mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $^ -lcunit -lpthread -lm
