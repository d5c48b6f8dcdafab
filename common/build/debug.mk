# The case that fails first, in gdb.

ifneq ($(and $(filter gpu,$(DEV)),$(filter debug,$(MAKECMDGOALS))),)
$(error make debug works on the CPU runtime. On a GPU the debugger is cuda-gdb, of the CUDA Toolkit. Leave DEV=gpu out)
endif

.PHONY: debug deps-debug
debug: deps-core deps-debug grade-program ## your failing case in gdb, at the mistake: LAB=03 (STAGE= CASE= N= SEED=
##   KEYS= ORDER= THREAD=5 BLOCK=0, OPEN=0: for an editor)
	@mkdir -p build/debug && $(if $(LAB),,sh common/build/which_lab.sh debug LAB=03; exit 2;) \
		$(GRADE) $(GRADE_FLAGS) --submission $(call q,$(SUBMISSION)) debug build/debug && \
		THREAD=$(call q,$(THREAD)) BLOCK=$(call q,$(BLOCK)) OPEN=$(call q,$(OPEN)) sh common/build/debug.sh build/debug

deps-debug:
	@sh common/build/deps.sh debug
