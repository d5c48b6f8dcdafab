# The handbook: pages and API in one, for any browser and without a network.

.PHONY: docs
docs: ## the handbook with the API: build/docs/index.html (GRAPHS=no: without call graphs, in seconds)
	@sh common/deps.sh docs
	@sh common/docs.sh $(if $(GRAPHS),$(call q,$(GRAPHS)))
