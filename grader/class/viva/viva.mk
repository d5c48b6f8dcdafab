# A page for an oral examination: a student's code, its trace, and three questions (docs/instructor/questions.md).

.PHONY: viva
viva: OUT ?= build/viva
viva: deps-core unpack-program grade-program ## three questions to ask a student about LAB=03 SUBMISSION=dir (NAME="Ada
##   Lind"), or of a class run: SUBMISSIONS=dir OUT=dir (STUDENT=ada)
	@sh common/build/deps.sh similar
	@node grader/class/viva/viva.mjs $(call flag,lab,LAB) \
		$(if $(SUBMISSIONS),$(call flag,submissions,SUBMISSIONS) $(call flag,student,STUDENT),--submission \
			$(call q,$(SUBMISSION)) $(call flag,name,NAME)) --out $(call q,$(OUT))
