# Programs that read what others wrote, given what was damaged at random: whoever has one adds it to FUZZERS, as
# a program that takes seconds and a seed and prints `ok - ...` or `not ok - ...`.

.PHONY: fuzz
fuzz: deps-core deps-rubric ## readers of foreign files, fuzzed (SECONDS=600, each; SEED=1)
	@$(BUILD_ALONE) -s $(FUZZERS)
	@for fuzzer in $(FUZZERS); do $$fuzzer $(or $(SECONDS),10) $(or $(SEED),1) || exit; done
