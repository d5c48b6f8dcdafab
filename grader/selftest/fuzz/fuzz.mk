# Programs that read what others wrote, given what was damaged at random: whoever has one adds it to FUZZERS, as
# a program that takes seconds and a seed and prints `ok - ...` or `not ok - ...`.

.PHONY: fuzz
fuzz: deps-core deps-rubric ## readers of foreign files, fuzzed (SECONDS=600, each, SEED=1)
	@+$(BUILD_ALONE) -s $(FUZZERS)
	@for fuzzer in $(FUZZERS); do $$fuzzer $(call q,$(or $(SECONDS),10)) $(call q,$(or $(SEED),1)) || exit; done

# What children hand over, and what the checkers say of them.
FUZZERS += $(BUILD)/fuzz/records $(BUILD)/fuzz/findings
WITH_SANITIZERS = -U_FORTIFY_SOURCE -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZED_JUDGE = $(filter-out grader/grade/judge/child%,$(wildcard grader/grade/judge/*.c))

.PHONY: fuzz-judge
fuzz-judge: deps-core
	@+$(BUILD_ALONE) -s $(BUILD)/fuzz/records $(BUILD)/fuzz/findings

# Records lie at any address in a damaged file, as x86-64 and ARM can read them.
$(BUILD)/fuzz/records: grader/selftest/fuzz/fuzz_records.c grader/selftest/fuzz/damage.c \
    grader/grade/judge/records.c common/timer.c
	@mkdir -p $(@D) && $(CC) $(CFLAGS_ALL) -MF $@.d $(WITH_SANITIZERS) -fno-sanitize=alignment -o $@ $(filter %.c,$^)

$(BUILD)/fuzz/findings: grader/selftest/fuzz/fuzz_findings.c grader/selftest/fuzz/damage.c \
    grader/grade/judge/findings.c grader/shared/source.c \
    grader/grade/judge/report_seal.c grader/grade/judge/demands.c grader/grade/judge/report_file.c common/timer.c
	@mkdir -p $(@D) && $(CC) $(CFLAGS_ALL) -MF $@.d $(WITH_SANITIZERS) -o $@ $(filter %.c,$^) -ljansson
