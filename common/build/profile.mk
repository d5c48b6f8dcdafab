# What a stage's kernels ask of memory, line by line; and what the reference's do, kept beside each lab.

.PHONY: profile costs
profile: deps-core grade-program ## a stage's requests to memory, line by line, and as a page: LAB=02 STAGE=2 (GPU=A100
##   CASE= N= COMPARE=solutions)
	@mkdir -p build/profile && $(if $(LAB),,sh common/build/which_lab.sh profile LAB=02 STAGE=2; exit 2;) \
		$(if $(GPU),SIMT_GPU=$(call q,$(GPU))) $(GRADE) $(GRADE_FLAGS) --submission $(call q,$(SUBMISSION)) \
		$(call flag,compare,COMPARE) profile build/profile

costs: deps-core grade-program ## what the reference solutions cost, into labs/*/costs.json
	@sh common/build/costs.sh $(GRADE) $(BUILD)
