/* NSPropertyListSerialization of GNUstep, in Objective-C. */
#import "AssayFoundation.h"
#import "AssayMemory.h"

#include <stdlib.h>
#include <string.h>

#include "configuration_library.h"

static BOOL catchesAll; /* Takes exceptions for "cannot be read", too; else they end the process. */

static bool copyNumber(NSNumber *number, assay_value *value) {
  const char *type = [number objCType];
  if (number == [NSNumber numberWithBool:YES] || number == [NSNumber numberWithBool:NO]) {
    value->kind = ASSAY_BOOLEAN;
    value->boolean = [number boolValue];
  } else if (type[0] == 'd' || type[0] == 'f') {
    value->kind = ASSAY_REAL;
    value->real = [number doubleValue];
  } else {
    value->kind = ASSAY_INTEGER;
    value->integer = [number longLongValue];
  }
  return true;
}

static bool copyText(stack_reading *reading, NSString *text, assay_text *copy) {
  bool isCopied;
  ASSAY_POOL_BEGIN
  isCopied = stack_copy(reading, AssayText(text), copy);
  ASSAY_POOL_END
  return isCopied;
}

/* Copies a value. False for what cannot be shown: classes that have no name in the adapter protocol, and too much. */
static bool copy(stack_reading *reading, id object, assay_value *value, size_t level) {
  assay_value *last = NULL;
  if ([object isKindOfClass:[NSString class]]) {
    value->kind = ASSAY_STRING;
    return copyText(reading, object, &value->text);
  } else if ([object isKindOfClass:[NSNumber class]]) {
    return copyNumber(object, value);
  } else if ([object isKindOfClass:[NSDate class]]) {
    value->kind = ASSAY_DATE;
    value->real = [object timeIntervalSinceReferenceDate];
  } else if ([object isKindOfClass:[NSData class]]) {
    const char *bytes = [object length] ? [object bytes] : "";
    value->kind = ASSAY_DATA;
    return stack_copy(reading, (assay_text){bytes, [object length]}, &value->text);
  } else if ([object isKindOfClass:[NSArray class]]) {
    value->kind = ASSAY_ARRAY;
    for (id element in object) {
      assay_value *copied = stack_add(reading, value, &last, level);
      if (!copied || !copy(reading, element, copied, level + 1)) return false;
    }
  } else if ([object isKindOfClass:[NSDictionary class]]) {
    value->kind = ASSAY_DICTIONARY;
    for (id key in object) {
      assay_value *copied = stack_add(reading, value, &last, level);
      if (!copied || ![key isKindOfClass:[NSString class]]) return false;
      if (!copyText(reading, key, &copied->key)) return false;
      if (!copy(reading, [object objectForKey:key], copied, level + 1)) return false;
    }
  } else {
    return false;
  }
  return true;
}

static id readObject(const void *bytes, size_t length) {
  NSPropertyListFormat format = NSPropertyListBinaryFormat_v1_0;
  NSData *data = [NSData dataWithBytes:bytes length:length];
  NSError *error = nil;
  id object = nil;
  @try {
    object = [NSPropertyListSerialization propertyListWithData:data
                                                       options:NSPropertyListImmutable
                                                        format:&format
                                                         error:&error];
  } @catch (NSException *exception) {
    if (!catchesAll) @throw;
  }
  return format == NSPropertyListBinaryFormat_v1_0 ? object : nil; /* It reads other formats, too. */
}

static assay_value *readList(stack_reading *reading, const void *bytes, size_t length) {
  assay_value *root = assay_allocate(reading->arena, sizeof *root);
  if (!root) abort();
  ASSAY_POOL_BEGIN
  id object = readObject(bytes, length);
  if (!object || !copy(reading, object, root, 0)) root = NULL;
  ASSAY_POOL_END
  return root;
}

/* GNUstep drops U+FEFF at the start of the characters that a string is made of: it is cut out of a longer one. */
static NSString *stringOf(assay_text text) {
  NSMutableData *bytes = [NSMutableData dataWithBytes:"x" length:1];
  [bytes appendBytes:text.bytes length:text.length];
  return [AssayString((assay_text){[bytes bytes], [bytes length]}) substringFromIndex:1];
}

static void *writeList(const assay_text *strings, size_t count, size_t *length) {
  void *bytes = NULL;
  ASSAY_POOL_BEGIN
  NSMutableArray *array = [NSMutableArray array];
  for (size_t index = 0; index < count; index++) [array addObject:stringOf(strings[index])];
  NSData *data = [NSPropertyListSerialization dataWithPropertyList:array
                                                            format:NSPropertyListBinaryFormat_v1_0
                                                           options:0
                                                             error:NULL];
  *length = [data length];
  bytes = malloc(*length + 1);
  if (bytes) memcpy(bytes, [data bytes], *length);
  ASSAY_POOL_END
  return bytes;
}

int main(int count, char **arguments) {
  static const stack stack = {readList, writeList};
  assay_identity identity = {"GNUstep Base", STACK_TEXT(GNUSTEP_BASE_VERSION), "Objective-C", false};
  catchesAll = count > 1 && strcmp(arguments[1], "--catch-all") == 0;
  return stack_serve(&stack, identity);
}
