#import "AssayFoundation.h"

#import "AssayMemory.h"

#include <stdlib.h>
#include <string.h>

/* GNUstep takes U+FEFF in front for a byte order mark and leaves it out: so another letter stands in front of it meanwhile. */
static NSString *stringOfUnits(const unichar *unit, NSUInteger count) {
  NSMutableData *units;
  NSString *string;
  if (count == 0 || unit[0] != 0xFEFF) {
    return ASSAY_AUTORELEASE([[NSString alloc] initWithCharacters:unit length:count]);
  }
  units = [NSMutableData dataWithLength:(count + 1) * sizeof(unichar)];
  ((unichar *)[units mutableBytes])[0] = 'x';
  memcpy((unichar *)[units mutableBytes] + 1, unit, count * sizeof(unichar));
  string = [[NSString alloc] initWithCharacters:[units bytes] length:count + 1];
  return [ASSAY_AUTORELEASE(string) substringFromIndex:1];
}

/* GNUstep makes no string with halves of surrogate pairs: U+FFFD stands in their place there. */
static NSString *stringWithoutHalves(unichar *unit, NSUInteger count) {
  for (NSUInteger at = 0; at < count; at++) {
    BOOL isPair = unit[at] >= 0xD800 && unit[at] < 0xDC00 && at + 1 < count &&
                  unit[at + 1] >= 0xDC00 && unit[at + 1] < 0xE000;
    if (isPair) {
      at++;
    } else if (unit[at] >= 0xD800 && unit[at] < 0xE000) {
      unit[at] = 0xFFFD;
    }
  }
  return stringOfUnits(unit, count);
}

NSString *AssayString(assay_text text) {
  NSMutableData *units;
  NSString *string;
  unichar *unit;
  NSUInteger count = 0;
  if (!text.bytes) return nil;
  units = [NSMutableData dataWithLength:text.length * sizeof(unichar)];
  unit = [units mutableBytes];
  for (size_t at = 0; at < text.length;) {
    const unsigned char *byte = (const unsigned char *)text.bytes + at;
    size_t length = assay_character(text.bytes + at, text.length - at, true);
    uint32_t code = length <= 1 ? byte[0] : byte[0] & (0x7Fu >> length);
    for (size_t index = 1; index < length; index++) code = code << 6 | (byte[index] & 0x3F);
    if (length == 0) code = 0xFFFD;
    if (code >= 0x10000) {
      unit[count++] = (unichar)(0xD800 + ((code - 0x10000) >> 10));
      code = 0xDC00 + ((code - 0x10000) & 0x3FF);
    }
    unit[count++] = (unichar)code;
    at += length > 0 ? length : 1;
  }
  string = stringOfUnits(unit, count);
  return string ? string : stringWithoutHalves(unit, count);
}

assay_text AssayText(NSString *string) {
  NSUInteger count = [string length];
  NSMutableData *units = [NSMutableData dataWithLength:count * sizeof(unichar)];
  NSMutableData *data = [NSMutableData dataWithLength:count * 3 + 1];
  const unichar *unit = [units bytes];
  assay_text text = {NULL, 0};
  char *bytes = [data mutableBytes];
  if (!string) return text;
  [string getCharacters:[units mutableBytes] range:NSMakeRange(0, count)];
  for (NSUInteger at = 0; at < count; at++) {
    uint32_t code = unit[at];
    if (code >= 0xD800 && code < 0xDC00 && at + 1 < count && unit[at + 1] >= 0xDC00 &&
        unit[at + 1] < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit[++at] - 0xDC00u);
    }
    text.length += assay_encode_character(code, bytes + text.length);
  }
  text.bytes = bytes;
  return text;
}

static id objectOrNull(const assay_value *value) {
  id object = AssayObject(value);
  return object ? object : [NSNull null];
}

id AssayObject(const assay_value *value) {
  switch (value->kind) {
    case ASSAY_NO_VALUE: return nil;
    case ASSAY_STRING: return AssayString(value->text);
    case ASSAY_INTEGER: return [NSNumber numberWithLongLong:value->integer];
    case ASSAY_BIG_INTEGER:
      /* 38 digits at most; a property list of Foundation holds no larger ones. */
      return [NSDecimalNumber decimalNumberWithString:AssayString(value->text)];
    case ASSAY_REAL: return [NSNumber numberWithDouble:value->real];
    case ASSAY_BOOLEAN: return [NSNumber numberWithBool:value->boolean];
    case ASSAY_DATE: return [NSDate dateWithTimeIntervalSinceReferenceDate:value->real];
    case ASSAY_DATA: return [NSData dataWithBytes:value->text.bytes length:value->text.length];
    case ASSAY_ARRAY: {
      NSMutableArray *array = [NSMutableArray array];
      for (const assay_value *part = value->first; part; part = part->next) {
        [array addObject:objectOrNull(part)];
      }
      return array;
    }
    case ASSAY_DICTIONARY: {
      NSMutableDictionary *dictionary = [NSMutableDictionary dictionary];
      for (const assay_value *part = value->first; part; part = part->next) {
        [dictionary setObject:objectOrNull(part) forKey:AssayString(part->key)];
      }
      return dictionary;
    }
  }
  return nil;
}

/* Booleans are two objects of their own, whose type as a number is that of a character. */
static BOOL isBoolean(NSNumber *number) {
  return number == [NSNumber numberWithBool:YES] || number == [NSNumber numberWithBool:NO];
}

/* The digits of an integer, which GNUstep writes as 1.8446744073709551615E19; nil of any other
   number. */
static NSString *integerDigits(NSString *text) {
  NSArray *parts = [[text uppercaseString] componentsSeparatedByString:@"E"];
  NSArray *digits = [[parts objectAtIndex:0] componentsSeparatedByString:@"."];
  NSString *fraction = [digits count] > 1 ? [digits objectAtIndex:1] : @"";
  NSInteger zeros = [parts count] > 1 ? [[parts objectAtIndex:1] intValue] : 0;
  zeros -= (NSInteger)[fraction length];
  if (zeros < 0 || [[digits objectAtIndex:0] isEqual:@"NAN"]) return nil;
  text = [[digits objectAtIndex:0] stringByAppendingString:fraction];
  return [text stringByPaddingToLength:[text length] + (NSUInteger)zeros
                            withString:@"0"
                       startingAtIndex:0];
}

static bool putNumber(assay_values *values, NSNumber *number) {
  if (isBoolean(number)) return assay_put_boolean(values, [number boolValue]);
  if ([number isKindOfClass:[NSDecimalNumber class]]) {
    NSString *digits = integerDigits([number description]);
    if (digits) return assay_put_big_integer(values, AssayText(digits));
    return assay_put_real(values, [number doubleValue]);
  }
  switch ([number objCType][0]) {
    case 'f':
    case 'd': return assay_put_real(values, [number doubleValue]);
    case 'Q':
    case 'L': return assay_put_unsigned(values, [number unsignedLongLongValue]);
    default: return assay_put_integer(values, [number longLongValue]);
  }
}

static BOOL isOfClass(id object, Class wanted) {
  Class known[] = {[NSString class], [NSNumber class],     [NSDate class], [NSData class],
                   [NSArray class],  [NSDictionary class], [NSURL class],  [NSNull class]};
  if (wanted) return [object isKindOfClass:wanted];
  for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
    if ([object isKindOfClass:known[index]]) return YES;
  }
  return NO;
}

id AssayPlainObject(id object, Class wanted, Class source) {
  id plain = nil;
  if (isOfClass(object, wanted)) return object;
  if (!object || ![source respondsToSelector:@selector(plainValueOf:)]) return nil;
  @try {
    plain = [(id)source plainValueOf:object];
  } @catch (NSException *exception) {
    /* The library is on the stack: it must not see an exception of the adapter. */
    NSLog(@"plainValueOf: %@", exception);
  }
  return isOfClass(plain, wanted) ? plain : nil;
}

bool AssayPutUnknown(assay_values *values, NSString *what, id object) {
  NSString *name = object ? NSStringFromClass([object class]) : @"nil";
  NSString *text = [NSString stringWithFormat:@"%@ of the class %@", what, name];
  return assay_put_unknown(values, [text UTF8String]);
}

bool AssayPutMembers(assay_values *values, id members, Class source) {
  NSDictionary *dictionary = AssayPlainObject(members, [NSDictionary class], source);
  if (members && !dictionary) return AssayPutUnknown(values, @"values", members);
  for (id key in dictionary) {
    bool goesOn = true;
    ASSAY_POOL_BEGIN
    NSString *text = AssayPlainObject(key, [NSString class], source);
    goesOn = text ? assay_put_key(values, AssayText(text)) : AssayPutUnknown(values, @"a key", key);
    goesOn = goesOn && AssayPutObject(values, [dictionary objectForKey:key], source);
    ASSAY_POOL_END
    if (!goesOn) return false;
  }
  return true;
}

static bool putElements(assay_values *values, NSArray *elements, Class source) {
  for (id element in elements) {
    bool goesOn = true;
    ASSAY_POOL_BEGIN
    goesOn = AssayPutObject(values, element, source);
    ASSAY_POOL_END
    if (!goesOn) return false;
  }
  return true;
}

/* Recurses no deeper than ASSAY_MAX_VALUE_LEVELS. */
bool AssayPutObject(assay_values *values, id given, Class source) {
  id object = AssayPlainObject(given, Nil, source);
  if (!given || object == [NSNull null]) return assay_put_null(values);
  if (!object) return AssayPutUnknown(values, @"a value", given);
  if ([object isKindOfClass:[NSString class]]) return assay_put_string(values, AssayText(object));
  if ([object isKindOfClass:[NSNumber class]]) return putNumber(values, object);
  if ([object isKindOfClass:[NSDate class]]) {
    return assay_put_date(values, [object timeIntervalSinceReferenceDate]);
  }
  if ([object isKindOfClass:[NSData class]]) {
    return assay_put_data(values, [object bytes], [object length]);
  }
  if ([object isKindOfClass:[NSArray class]]) {
    return assay_begin_array(values) && putElements(values, object, source) &&
           assay_end_array(values);
  }
  if ([object isKindOfClass:[NSDictionary class]]) {
    return assay_begin_dictionary(values) && AssayPutMembers(values, object, source) &&
           assay_end_dictionary(values);
  }
  return assay_put_string(values, AssayText([object absoluteString]));
}

static NSNumber *numberFromJSON(const assay_json *json) {
  int64_t integer;
  if (assay_read_integer(json, &integer)) return [NSNumber numberWithLongLong:integer];
  return [NSNumber numberWithDouble:[AssayString(json->raw) doubleValue]];
}

id AssayFromJSON(const assay_json *json) {
  switch (json->type) {
    case ASSAY_JSON_NULL: return [NSNull null];
    case ASSAY_JSON_BOOLEAN: return [NSNumber numberWithBool:json->boolean];
    case ASSAY_JSON_NUMBER: return numberFromJSON(json);
    case ASSAY_JSON_STRING: return AssayString(json->string);
    case ASSAY_JSON_ARRAY: {
      NSMutableArray *array = [NSMutableArray array];
      for (const assay_json *part = json->first; part; part = part->next) {
        [array addObject:AssayFromJSON(part)];
      }
      return array;
    }
    case ASSAY_JSON_OBJECT: {
      NSMutableDictionary *dictionary = [NSMutableDictionary dictionary];
      for (const assay_json *part = json->first; part; part = part->next) {
        [dictionary setObject:AssayFromJSON(part) forKey:AssayString(part->name)];
      }
      return dictionary;
    }
  }
  return nil;
}

static void writeNumber(assay_writer *writer, NSNumber *number) {
  char type = [number objCType][0];
  if (isBoolean(number)) {
    assay_write_boolean(writer, [number boolValue]);
  } else if (type == 'f' || type == 'd') {
    assay_write_raw(writer, AssayText([NSString stringWithFormat:@"%.17g", [number doubleValue]]));
  } else {
    assay_write_integer(writer, [number longLongValue]);
  }
}

void AssayWriteJSON(assay_writer *writer, id object) {
  if (!object || object == [NSNull null]) {
    assay_write_null(writer);
  } else if ([object isKindOfClass:[NSNumber class]]) {
    writeNumber(writer, object);
  } else if ([object isKindOfClass:[NSArray class]]) {
    assay_open(writer, '[');
    for (id element in object) AssayWriteJSON(writer, element);
    assay_close(writer, ']');
  } else if ([object isKindOfClass:[NSDictionary class]]) {
    assay_open(writer, '{');
    for (id key in object) {
      assay_write_text(writer, AssayText([key description]));
      assay_end_name(writer);
      AssayWriteJSON(writer, [object objectForKey:key]);
    }
    assay_close(writer, '}');
  } else {
    assay_write_text(writer, AssayText([object description]));
  }
}

void AssayRunUntil(volatile BOOL *isDone, NSTimeInterval seconds) {
  NSRunLoop *loop = [NSRunLoop currentRunLoop];
  NSDate *end = [NSDate dateWithTimeIntervalSinceNow:seconds];
  while (!*isDone && [end timeIntervalSinceNow] > 0) {
    ASSAY_POOL_BEGIN
    /* Short turns: a callback can come on another thread, which does not wake this loop. */
    NSDate *turn = [NSDate dateWithTimeIntervalSinceNow:0.002];
    if (![loop runMode:NSDefaultRunLoopMode beforeDate:turn]) [NSThread sleepUntilDate:turn];
    ASSAY_POOL_END
  }
  /* What became due meanwhile. */
  [loop runMode:NSDefaultRunLoopMode beforeDate:[NSDate date]];
}
