# The question bank (docs/instructor/questions.md): checked, tried, and written for Moodle, for Canvas and on paper.

QUESTIONS = node grader/class/questions/main.mjs $(call flag,labs,WANTED_LABS) $(call flag,labs,LAB) \
    $(call flag,kind,KIND)

.PHONY: questions try-questions deps-questions
questions: OUT ?= build/questions
questions: deps-questions ## check the question bank, and write it as GIFT, as QTI and to print (LABS=03-04
##   KIND=think|closed OUT=build/questions)
	@$(QUESTIONS) --out $(call q,$(OUT))

try-questions: deps-questions grade-program ## run the check of each closed question (LABS=03-04)
	@$(QUESTIONS) --try

deps-questions:
	@sh common/build/deps.sh questions
	@sh common/build/npm.sh grader/class/questions build/questions-web
