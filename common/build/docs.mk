# The handbook: pages and API in one, for any browser and without a network.

.PHONY: docs
docs: ## the handbook with the API: build/docs/index.html (GRAPHS=no: without call graphs, in seconds, FOR=students:
##   without answers, of what make handout hands out, in build/docs-students)
	@sh common/build/deps.sh docs
	@sh common/build/docs.sh $(call q,$(GRAPHS)) '' $(call q,$(FOR)) $(call q,$(WANTED_LABS))
