# Knobs: a value typed behind a target, or set in the environment, is text. It reaches a program as it
# stands, whatever is in it: make expands no $ of it, and the shell gets it as one word.
#
#   $(call q,TEXT)             TEXT as one word of the shell; ~/ at its front is the home folder
#   $(call flag,name,KNOB)     --name and KNOB's value; nothing when KNOB is not set

define newline


endef
one_line = $(if $(findstring $(newline),$(1)),$(error '$(1)' has a line break in it. \
    Give the file or folder another name),$(1))
# Not every shell sees the ~ in NAME=~/file, and none does behind quotes.
tilde = $(if $(filter ~/%,$(firstword $(1))),"$$HOME")
no_tilde = $(subst $(newline),,$(subst $(newline)~/,/,$(newline)$(1)))
q = $(call tilde,$(1))'$(subst ','\'',$(call no_tilde,$(call one_line,$(1))))'
flag = $(if $($(2)),--$(1) $(call q,$($(2))))

# make would expand a value with a $ wherever it is used, and once more for the environment of recipes.
typed = $(filter command environment,$(firstword $(origin $(1))))
with_dollar = $(foreach name,$(filter-out MAKE% BASH_FUNC_%,$(.VARIABLES)),$(if \
    $(findstring $$,$(value $(name))),$(name)))
$(foreach name,$(with_dollar),$(if $(call typed,$(name)),$(eval override export $(name) := $$(value $(name)))))

# Names of files are made of these. CROSS=aarch64-linux-gnu: all but the grader is for that machine
# (common/build/cpu.mk).
DEV ?= cpu
CROSS ?=
BUILD := build/$(DEV)$(CROSS:%=-%)
OBJCOPY := $(CROSS:%=%-)objcopy
comma := ,
LANGUAGES := $(sort $(patsubst docs/%/learner.md,%,$(wildcard docs/??/learner.md)))
TOOLS := memcheck racecheck initcheck synccheck profile all none trace address thread
ifneq ($(DEV),$(or $(firstword $(filter cpu gpu,$(DEV))),cpu or gpu))
$(error DEV is '$(DEV)'. It can be cpu or gpu)
endif
ifneq ($(CROSS),$(firstword $(filter aarch64-linux-gnu,$(CROSS))))
$(error CROSS is '$(CROSS)'. It can be aarch64-linux-gnu)
endif
ifneq ($(WHO),$(firstword $(filter solutions labs,$(WHO))))
$(error WHO is '$(WHO)'. It can be solutions or labs)
endif
ifneq ($(WORDS),$(firstword $(filter en $(LANGUAGES),$(WORDS))))
$(error WORDS is '$(WORDS)'. It can be $(subst $() ,$(comma) ,$(strip $(LANGUAGES))) or en)
endif
ifneq ($(TOOL),$(subst $() ,$(comma),$(filter $(TOOLS),$(subst $(comma), ,$(TOOL)))))
$(error TOOL is '$(TOOL)'. It can be memcheck, racecheck, initcheck, synccheck, profile, all or none, or some with \
	commas between them)
endif
