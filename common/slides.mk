# Decks of slides, one a lab and one to open the course: self-contained HTML and PDF into build/slides.

.PHONY: slides deps-slides
deps-slides: deps-core
	@sh common/deps.sh slides $(DEV)

slides: deps-slides ## the decks as HTML and PDF, into build/slides (DECK=03)
	@sh slides/build/build.sh $(call q,$(DECK))
