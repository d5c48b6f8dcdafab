/**
 * @file
 * @brief Users that a grader's processes become: of each grader its own, as long as it lives.
 */
#ifndef SORTLAB_USERS_H
#define SORTLAB_USERS_H

/**
 * Takes a few users that no other grader has. Where all are taken, or the others are in another network
 * namespace, as another container is, chance alone keeps them apart.
 */
void users_take(void);
void users_give_back(void);

/** The user for launch `slot`: another one than the launches before and after it have. */
int users_of(int slot);

#endif
