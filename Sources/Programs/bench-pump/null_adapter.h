#ifndef NULL_ADAPTER_H
#define NULL_ADAPTER_H

// An adapter without an implementation: answers every request at once, for figures of the harness alone. With `floods` it answers a
// step by writing to standard output and standard error for ever. In a map of
// edges that it is given it counts 200 at each step. Returns the exit status.
int null_adapter(int floods);

#endif
