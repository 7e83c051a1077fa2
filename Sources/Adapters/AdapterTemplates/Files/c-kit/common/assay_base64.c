#include "assay_base64.h"

#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void assay_base64_group(const unsigned char *bytes, size_t count, char into[4]) {
  uint32_t group = (uint32_t)bytes[0] << 16;
  if (count > 1) group |= (uint32_t)bytes[1] << 8;
  if (count > 2) group |= bytes[2];
  into[0] = alphabet[group >> 18];
  into[1] = alphabet[group >> 12 & 63];
  into[2] = count > 1 ? alphabet[group >> 6 & 63] : '=';
  into[3] = count > 2 ? alphabet[group & 63] : '=';
}

static int digit(char character) {
  if (character >= 'A' && character <= 'Z') return character - 'A';
  if (character >= 'a' && character <= 'z') return character - 'a' + 26;
  if (character >= '0' && character <= '9') return character - '0' + 52;
  return character == '+' ? 62 : character == '/' ? 63 : -1;
}

bool assay_base64_decode(assay_arena *arena, assay_text text, assay_text *bytes) {
  size_t padding = 0, count = 0;
  char *decoded;
  if (!text.bytes || text.length % 4 != 0) return false;
  while (padding < 2 && padding < text.length && text.bytes[text.length - 1 - padding] == '=') {
    padding++;
  }
  decoded = assay_allocate(arena, text.length / 4 * 3 + 1);
  if (!decoded) return false;
  for (size_t at = 0; at < text.length; at += 4) {
    uint32_t group = 0;
    size_t digits = at + 4 == text.length ? 4 - padding : 4;
    for (size_t index = 0; index < 4; index++) {
      int value = index < digits ? digit(text.bytes[at + index]) : 0;
      if (value < 0) return false;
      group = group << 6 | (uint32_t)value;
    }
    if ((digits == 3 && group & 0xFF) || (digits == 2 && group & 0xFFFF)) return false;
    decoded[count++] = (char)(group >> 16);
    if (digits > 2) decoded[count++] = (char)(group >> 8 & 0xFF);
    if (digits > 3) decoded[count++] = (char)(group & 0xFF);
  }
  bytes->bytes = decoded;
  bytes->length = count;
  return true;
}
