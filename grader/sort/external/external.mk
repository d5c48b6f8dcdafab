# The external sort's own test program. (The program `run` takes EXTERNAL_O from common/build/build.mk.)
$(BUILD)/tests/grader/test_external: $(BUILD)/grader/tests/test_external.o $(EXTERNAL_O) $(COMMON_O) $(FAST_O)
	@mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $^ -lcunit -lpthread -lm
