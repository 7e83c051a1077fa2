/* Base64 with the standard alphabet and padding (RFC 4648, section 4). */
#ifndef ASSAY_BASE64_H
#define ASSAY_BASE64_H

#include "assay_text.h"

/* Writes four characters for up to three bytes. */
void assay_base64_group(const unsigned char *bytes, size_t count, char into[4]);

/*
 * The bytes of a text, in memory of the arena. False if the text contains anything but the
 * alphabet, or is not padded as an encoder does it.
 */
bool assay_base64_decode(assay_arena *arena, assay_text text, assay_text *bytes);

#endif
