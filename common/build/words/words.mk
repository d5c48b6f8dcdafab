# A lint for prose: docs/style.md has its rules, docs/words.txt its words.

.PHONY: words
words: ## sentences that are read twice: long ones, semicolons, home-made words, on pages, in comments and in messages
##   (PAGE=labs/03_atomic_merge/README.md: of one page, without the exceptions of docs/words-exceptions.txt)
	@sh common/build/deps.sh words
	@sh common/build/words/translated.sh
	@sh common/build/words/messages.sh
	@sh common/build/words/words.sh $(if $(PAGE),$(call q,$(PAGE)),--known docs/words-exceptions.txt)
