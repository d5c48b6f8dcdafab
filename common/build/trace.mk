# Pages that show a run, access by access: the learner's, and of every lab the reference's.

.PHONY: trace traces
trace: deps-core grade-program ## a page that shows your threads at work: LAB=03 (STAGE= CASE= N= SEED= KEYS=
##   SUBMISSION=)
	@WHO=$(or $(WHO),labs) $(foreach knob,STAGE CASE N SEED KEYS ORDER,$(knob)=$(call q,$($(knob)))) \
		SUBMISSION=$(if $(call typed,SUBMISSION),$(call q,$(SUBMISSION))) \
		sh common/build/trace.sh $(call q,$(LAB)) build/trace

traces: deps-core grade-program ## the same of all reference solutions, into build/traces
	@WHO=solutions sh common/build/trace.sh all build/traces
