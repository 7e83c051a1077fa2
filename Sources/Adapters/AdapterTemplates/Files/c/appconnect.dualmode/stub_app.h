/*
 * An app that remembers its first mode, and does nothing else.
 *
 * It lets the adapter run at once. Delete it when yours is in place.
 */
#ifndef STUB_APP_H
#define STUB_APP_H

#include <stdbool.h>

/* The app keeps its record in this folder; without one, in memory. */
bool stub_install(const char *folder, bool keep);
void stub_launch(void);
/* What it has persisted; NULL before the first launch. */
const char *stub_state(void);
const char *stub_encryption(void);

#endif
