# Decks of slides, one a lab, one to open the course, one on GPUs: self-contained HTML and PDF into build/slides, and
# the instructor's, with notes, answers and solutions, into build/slides-instructor.

.PHONY: slides deps-slides
deps-slides: deps-core
	@sh common/build/deps.sh slides $(DEV)

slides: deps-slides $(if $(SOLUTIONS),grade-program) ## the decks as HTML and PDF, into build/slides (DECK=03,
##   SOLUTIONS=1: the instructor's)
	@sh slides/build/build.sh $(call q,$(DECK)) $(call q,$(SOLUTIONS))
