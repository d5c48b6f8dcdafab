/**
 * @file
 * @brief SIMT_PAGE: a trace or a profile of any program as a page.
 */
#ifndef SIMT_PAGE_H
#define SIMT_PAGE_H

#include "check.h"

#include <stdio.h>

/** A page: which template, and what stands in it. */
struct page_of {
    const char *name;       /**< of the template: trace or profile */
    const char *member;     /**< what the template calls the data */
    const char *what;       /**< what is shown, for the head of the page */
    const char *file;       /**< the source that is shown */
    void (*put)(FILE *out); /**< writes the data as JSON */
};

const char *check_page_path(void); /**< SIMT_PAGE; NULL where no page is wanted */
/** Writes the page. What goes wrong is said on stderr, and the program goes on. */
void check_page_write(const struct page_of *p);

/** SIMT_PAGE_KERNEL, _LAUNCH (from 1, among those of the kernel), _BLOCK (from 0): is this shown? */
bool check_page_wants_kernel(const char *name);
bool check_page_wants_launch(const char *kernel); /**< asked once a launch */
bool check_page_wants_block(uint64_t block);

#endif
