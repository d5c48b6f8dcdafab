# Pictures of pages, slides and handbook: a program runs what they show, the solutions in a small geometry,
# and draws it into docs/pictures, where a page of the repository shows it. What lies there is committed; a
# test draws all anew and compares.
# docs/LANGUAGE/pictures has those that pages of this language show, with words from its catalogue.

SMALL_FLAGS := -Idocs/pictures/draw/small -I. $(LABS:%=-Ilabs/%)
SHOWN_LABS  := $(filter $(addprefix %_,$(shell sed -n 's/^.include "\(.*\)\.h"$$/\1/p' docs/pictures/draw/*.c)),$(LABS))
SMALL_O     := $(SHOWN_LABS:%=$(BUILD)/small/%.o)
PICTURES_O  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard docs/pictures/draw/*.c))

define SMALL_OBJECT
$(BUILD)/small/$(1).o: $(call solutions_source,$(1)) docs/pictures/draw/small/common/tile.h \
    $(wildcard labs/$(1)/*.h) $(COMMON_H) $(RUNTIME)
	@mkdir -p $$(@D) && $$(if $$(filter %.cu,$$<),$$(CUC) $$(LAB_FLAGS),$$(CC) -std=c11 -D_GNU_SOURCE -O2) \
		$$(SMALL_FLAGS) -c -o $$@ $$<
endef
$(foreach lab,$(SHOWN_LABS),$(eval $(call SMALL_OBJECT,$(lab))))

$(BUILD)/docs/pictures/draw/%.o: docs/pictures/draw/%.c | deps-core
	@mkdir -p $(@D) && $(CC) $(SMALL_FLAGS) $(CFLAGS_ALL) -c -o $@ $<

$(BUILD)/pictures: $(PICTURES_O) $(SMALL_O) $(BUILD)/common/comm/comm.o $(BUILD)/common/timer.o \
    $(BUILD)/common/simt/run/said.o $(RUNTIME)
	@$(LINK) -o $@ $(filter %.o,$^) -lpthread -lm

.PHONY: pictures pictures-program
pictures-program: deps-core
	@+$(BUILD_ALONE) $(BUILD)/pictures

pictures: pictures-program ## draw the pictures of pages and slides anew, into docs/pictures
	@mkdir -p docs/pictures && sh docs/pictures/draw/all.sh $(BUILD)/pictures docs

tests: $(BUILD)/pictures
