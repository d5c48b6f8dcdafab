/**
 * @file
 * @brief Points that a person changed: OUT/adjust.csv, which each run on this OUT honours and shows.
 *
 *     student_id,lab,stage,points,comment,by
 *     ada,03,4,20,"another way, and a right one",Prof. Lind
 *     ben,,,-10,answered no question,Koch
 *
 * `points` with a sign changes what the grader gave, and without one takes its place. Without a lab and a stage it is
 * the total that changes, after hints and lateness.
 */
#ifndef SORTLAB_CLASS_ADJUST_H
#define SORTLAB_CLASS_ADJUST_H

#include "grader/class/results.h"

/** Reads OUT/adjust.csv where there is one. Ends the program with a sentence, file and line, where a line cannot be
 *  meant. A student or a lab that is not in this run is remarked on. */
void adjust_read(struct class *c);

/** Changes the stages of one student; each that is changed says so under "adjusted". */
void adjust_stages(const struct class *c, struct outcome *o);

/** Changes the score, from 0 to the most that there is, and lists the changes in o->adjusted. */
void adjust_total(const struct class *c, struct outcome *o);

#endif
