# Pages of a class run: grader/class/pages/pages.h for who writes them, a program to write them again.

PAGES   := $(BUILD)/pages
PAGES_O := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/class/pages/*.c) \
           grader/grade/report/verdict.c) $(HELPERS_O)

.PHONY: class-pages pages-program
class-pages: pages-program ## write a class run's pages again: OUT=dir
	@$(PAGES) $(call q,$(OUT))

pages-program: deps-core
	@sh common/build/deps.sh class
	@+$(BUILD_ALONE) $(PAGES)

$(PAGES): $(PAGES_O)
	@mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $^ -ljansson -lutf8proc
