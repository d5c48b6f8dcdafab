# Who has files that look alike; make grade-class asks the same for its class page.

.PHONY: similar deps-similar
similar: OUT ?= build/similar
similar: class-program deps-similar ## students' files that look alike: SUBMISSIONS=dir (AGAINST=earlier year,
##   OUT=build/similar LABS=03-04 FORMAT=json)
	@$(BUILD)/class $(or $(call flag,similar,FORMAT),--similar text) --submissions $(call q,$(SUBMISSIONS)) \
		--out $(call q,$(OUT)) \
		$(call flag,against,AGAINST) $(call flag,roster,ROSTER) $(call flag,arrivals,ARRIVALS) \
		$(if $(ANONYMOUS),--anonymous) $(call flag,labs,WANTED_LABS) $(call flag,labs,LAB)

deps-similar:
	@sh common/build/deps.sh similar
	@sh grader/class/similar/install.sh
