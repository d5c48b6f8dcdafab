# Who has files that look alike; make grade-class asks the same for its class page.

SIMILAR   := $(BUILD)/similar
SIMILAR_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/class/similar/*.c))

.PHONY: similar similar-program
similar: similar-program ## students' files that look alike: SUBMISSIONS=dir, with a folder a student
	@$(SIMILAR) $(call q,$(SUBMISSIONS))

similar-program: deps-core
	@sh common/deps.sh similar
	@+$(BUILD_ALONE) $(SIMILAR)

$(SIMILAR): $(SIMILAR_O)
	@mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $^ -ljansson
