/* libplist, in C. */
#define _POSIX_C_SOURCE 200809L /* strndup */

#include <plist/plist.h>
#include <stdlib.h>
#include <string.h>

#include "configuration_library.h"

static bool copy(stack_reading *reading, plist_t node, assay_value *value, size_t level);

static bool copy_array(stack_reading *reading, plist_t node, assay_value *array, size_t level) {
  plist_array_iter iterator = NULL;
  assay_value *last = NULL;
  plist_t item;
  bool goes_on = true;
  plist_array_new_iter(node, &iterator);
  for (plist_array_next_item(node, iterator, &item); item && goes_on; plist_array_next_item(node, iterator, &item)) {
    assay_value *element = stack_add(reading, array, &last, level);
    goes_on = element && copy(reading, item, element, level + 1);
  }
  free(iterator);
  return goes_on;
}

static bool copy_dictionary(stack_reading *reading, plist_t node, assay_value *dictionary, size_t level) {
  plist_dict_iter iterator = NULL;
  assay_value *last = NULL;
  bool goes_on = true;
  plist_dict_new_iter(node, &iterator);
  while (goes_on) {
    char *key = NULL; /* The interface has no way to tell the length of a key. */
    plist_t item = NULL;
    plist_dict_next_item(node, iterator, &key, &item);
    if (!item) break;
    assay_value *member = stack_add(reading, dictionary, &last, level);
    goes_on = member && key && stack_copy(reading, assay_text_of(key), &member->key) &&
              copy(reading, item, member, level + 1);
    free(key);
  }
  free(iterator);
  return goes_on;
}

/* Copies a value. False for what cannot be shown: kinds that have no name in the adapter protocol, and too much. */
static bool copy(stack_reading *reading, plist_t node, assay_value *value, size_t level) {
  uint64_t length = 0, integer;
  int32_t seconds, microseconds;
  uint8_t boolean;
  const char *bytes;
  switch (plist_get_node_type(node)) {
    case PLIST_STRING:
      value->kind = ASSAY_STRING;
      bytes = plist_get_string_ptr(node, &length);
      return stack_copy(reading, (assay_text){bytes, length}, &value->text);
    case PLIST_UINT:
      value->kind = ASSAY_INTEGER;
      plist_get_uint_val(node, &integer);
      value->integer = (int64_t)integer;
      return true;
    case PLIST_REAL:
      value->kind = ASSAY_REAL;
      plist_get_real_val(node, &value->real);
      return true;
    case PLIST_BOOLEAN:
      value->kind = ASSAY_BOOLEAN;
      plist_get_bool_val(node, &boolean);
      value->boolean = boolean;
      return true;
    case PLIST_DATE:
      value->kind = ASSAY_DATE;
      plist_get_date_val(node, &seconds, &microseconds);
      value->real = seconds + microseconds / 1e6;
      return true;
    case PLIST_DATA:
      value->kind = ASSAY_DATA;
      bytes = plist_get_data_ptr(node, &length);
      return stack_copy(reading, (assay_text){bytes ? bytes : "", length}, &value->text);
    case PLIST_ARRAY: value->kind = ASSAY_ARRAY; return copy_array(reading, node, value, level);
    case PLIST_DICT: value->kind = ASSAY_DICTIONARY; return copy_dictionary(reading, node, value, level);
    default: return false;
  }
}

static assay_value *read_list(stack_reading *reading, const void *bytes, size_t length) {
  plist_t list = NULL;
  plist_from_bin(bytes, (uint32_t)length, &list);
  if (!list) return NULL;
  assay_value *root = assay_allocate(reading->arena, sizeof *root);
  if (!root) abort();
  bool is_whole = copy(reading, list, root, 0);
  plist_free(list);
  return is_whole ? root : NULL;
}

static void *write_list(const assay_text *strings, size_t count, size_t *length) {
  plist_t list = plist_new_array();
  uint32_t size = 0;
  char *bytes = NULL, *copy;
  for (size_t index = 0; index < count; index++) {
    char *terminated = strndup(strings[index].bytes, strings[index].length);
    plist_array_append_item(list, plist_new_string(terminated));
    free(terminated);
  }
  plist_to_bin(list, &bytes, &size);
  copy = malloc(size);
  if (copy) memcpy(copy, bytes, size);
  *length = size;
  plist_to_bin_free(bytes);
  plist_free(list);
  return copy;
}

int main(void) {
  static const stack stack = {read_list, write_list};
  assay_identity identity = {"libplist", STACK_TEXT(LIBPLIST_VERSION), "C", false};
  return stack_serve(&stack, identity);
}
