/**
 * @file
 * @brief How long the sorts and merges of the kit take, by what they move and what was measured of their parts.
 *
 * m is machine.value; times are milliseconds.
 */
#ifndef SORTLAB_MODEL_SORT_TIME_H
#define SORTLAB_MODEL_SORT_TIME_H

/** Lab 13 on a device: uniform keys that are there. */
double fast_sort_ms(const double *m, double n);

/** The same where all keys are counted, as ranks do. */
double counted_sort_ms(const double *m, double n);

/** Lab 12: keys, and pairs. */
double sweep_ms(const double *m, double n);
double sweep_pairs_ms(const double *m, double n);

/** Lab 10. */
double merge_sort_ms(const double *m, double n);

/** Lab 11: the 1,024 least. */
double select_ms(const double *m, double n);

/** A kernel that reads all keys once, and does next to nothing with them. */
double read_ms(const double *m, double n);

/** On the host, n keys in runs of `length` by a merge that takes so many ns a key and level of runs. */
double merge_levels_ms(double ns_level, double n, double length);

/** ns a key and level, of Mkeys/s that k runs were merged at. */
double level_ns(double mkeys_s, double k);

/** Lab 14 on the CPU runtime, processes of one machine with two cores. */
double ranks_ms(const double *m, double n, double ranks);

#endif
