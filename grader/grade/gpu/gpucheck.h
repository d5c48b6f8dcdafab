/**
 * @file
 * @brief The parts of gpucheck: what NVIDIA's tools say of a program on a GPU becomes one report.
 *
 * The report is the one of the CPU runtime (common/simt/report.schema.json), as a jansson object, so
 * that whoever reads one reads the other.
 */
#ifndef SORTLAB_GPUCHECK_H
#define SORTLAB_GPUCHECK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * report.c: the report.
 */
json_t *report_new(const char *tools);
/** Takes the finding over; one that is there already is only counted. */
void report_add(json_t *report, json_t *finding);
/** Notes, and says on stderr, that a tool could not do its work, or not all of it. */
void report_skip(json_t *report, const char *tool, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
size_t report_errors(const json_t *report);
/** Says it all in words, as compute-sanitizer and the CPU runtime do. */
void report_print(json_t *report, FILE *out);
/** Writes it, whole or not at all; "%p" in the path becomes the process number. False with errno. */
bool report_write(const json_t *report, const char *path);

/*
 * place.c: names and places, as the tools put them.
 */
/** "void touch<int>(int *, long)+0xb0" to "touch<int>". */
void place_kernel(const char *text, char *kernel, size_t size);
/** " in /home/me/kit/x.cu:19" to "x.cu" and 19, seen from here; false when there is none. */
bool place_read(const char *text, char *file, size_t size, int *line);
/** Ends the line at its end, and makes bytes that JSON may not hold question marks. */
void place_clean(char *line);
/** Files of this folder are named bare from now on. */
void place_bare(const char *folder);

/*
 * sanitizer.c, ncu.c: what the tools print.
 */
/** Adds what compute-sanitizer printed as this tool; says so when that is not whole, or not known. */
void sanitizer_read(json_t *report, const char *tool, FILE *log);
/** Adds the kernels that ncu counted (--csv). */
void ncu_read(json_t *report, FILE *log);
/** The metrics that are asked for, with commas between them. */
extern const char ncu_metrics[];

/*
 * run.c: the tools at work.
 */
/** Runs the program under the tool and adds what it says. @return the program's exit code, or -1 where
 *  the tool could not be started; then the program has not run */
int run_under(json_t *report, const char *tool, char *const *program);
/** Runs the program alone. */
int run_alone(char *const *program);

#endif
