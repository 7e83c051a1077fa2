/*
 * Values between the kit, which is in C, and Foundation.
 *
 * NSJSONSerialization is not used: it loses halves of surrogate pairs, which can occur in property
 * lists, and the difference between the kinds of numbers.
 */
#import <Foundation/Foundation.h>

#include "assay_value.h"

/* A string with everything that is in it, NUL and (but not in GNUstep) halves of surrogate pairs;
   nil for no text. */
NSString *AssayString(assay_text text);

/* The same back; `bytes` is NULL for nil. It lives as long as the autorelease pool. */
assay_text AssayText(NSString *string);

/* A value of a property list that the harness has sent: NSString, NSNumber, NSDate, NSData,
   NSArray, NSDictionary; nil for no value, which is NSNull within arrays and dictionaries. */
id AssayObject(const assay_value *value);

/* What an object of the library's own class is: asks the class method `plainValueOf:` of the
   adapter's class `source`, which need not have one, about objects that are none of those above,
   nor NSURL. */
@protocol AssayPlainValues
@optional
+ (id)plainValueOf:(id)object;
@end

/* Such an object, or what it is according to `source`; nil if it is not of the class `wanted` (Nil
   for any that can be written). */
id AssayPlainObject(id object, Class wanted, Class source);

/* Writes such an object, NSURL as a string; false once the values are too large, and for objects of
   which nothing else says what they are. */
bool AssayPutObject(assay_values *values, id object, Class source);

/* The keys and values of a dictionary, for assay_write_values(). */
bool AssayPutMembers(assay_values *values, id members, Class source);

/* In place of an object that cannot be written: `what` is, for instance, "a value". */
bool AssayPutUnknown(assay_values *values, NSString *what, id object);

/* Plain JSON: NSDictionary, NSArray, NSString, NSNumber, NSNull. */
id AssayFromJSON(const assay_json *json);
void AssayWriteJSON(assay_writer *writer, id object);

/* Lets the run loop do what is due, until `*isDone` or until so much time has passed. */
void AssayRunUntil(volatile BOOL *isDone, NSTimeInterval seconds);
