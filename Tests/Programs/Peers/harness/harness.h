/* What a good user writes around the subject for a fuzzer of bytes. */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdio.h>

#include "text.h"

#define HARNESS_BUNDLE "io.example.peers"
#define HARNESS_KEY "5e3f6b2a"
#define HARNESS_SECRET "a secret of the peers"
/* HMAC-SHA256 of the bundle identifier under the key. */
#define HARNESS_TOKEN "7ae7dac6eb506aa4f0b375c387bd2f0b8338c7e343d74c43cc3fac02ca7cbfcf"

/*
 * Opens the URLs of a script, one a line, in a library of its own. The library is the encrypting one, which takes plain
 * data, too. Marks in front of a URL script the delegate: `!` it says no, `-` it records all keys as not applied, `+`
 * the first key as applied.
 *
 * Ends the process with abort() and a line where an answer is wrong whatever the input is: a callback that is missing,
 * or no URI, or has unknown or repeated parameters; a call of the delegate without the right token in the URL; a list of
 * changed keys that is not the one that the delegate's records ask for. `told` gets what has happened, or is NULL.
 */
void harness_run(const unsigned char *script, size_t length, FILE *told);

#endif
