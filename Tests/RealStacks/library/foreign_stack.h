/*
 * For a stack in a language that calls C. It builds a value from the outside in, in place of the two functions of
 * `stack`, and begins with `foreign_serve`.
 */
#ifndef FOREIGN_STACK_H
#define FOREIGN_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values of one property list. */
typedef struct foreign_values foreign_values;

/*
 * In a dictionary `foreign_key` comes before each value. All return false where there is too much; stop then, and let
 * the read fail. Texts have a length, and may hold NUL.
 */
bool foreign_key(foreign_values *values, const uint8_t *bytes, size_t length);
bool foreign_string(foreign_values *values, const uint8_t *bytes, size_t length);
bool foreign_data(foreign_values *values, const uint8_t *bytes, size_t length);
bool foreign_integer(foreign_values *values, int64_t value);
bool foreign_big_integer(foreign_values *values, const uint8_t *digits, size_t length);
bool foreign_real(foreign_values *values, double value);
bool foreign_boolean(foreign_values *values, bool value);
bool foreign_date(foreign_values *values, double seconds_since_2001);
bool foreign_begin_array(foreign_values *values);
bool foreign_begin_dictionary(foreign_values *values);
bool foreign_end(foreign_values *values);

/* The strings that are to be written, by their index. */
typedef struct foreign_strings foreign_strings;
size_t foreign_count(const foreign_strings *strings);
const uint8_t *foreign_text(const foreign_strings *strings, size_t index, size_t *length);

/* Takes the property list that was written. */
typedef struct foreign_written foreign_written;
void foreign_put(foreign_written *written, const uint8_t *bytes, size_t length);

/* Reads a property list; false if the stack cannot. */
typedef bool (*foreign_read)(const uint8_t *bytes, size_t length, foreign_values *values);
/* Writes a binary property list, an array of strings. */
typedef void (*foreign_write)(const foreign_strings *strings, foreign_written *written);

/* Serves the stack by the protocol of adapters; returns the exit status. */
int foreign_serve(const char *name, const char *version, const char *language, foreign_read read, foreign_write write);

#endif
