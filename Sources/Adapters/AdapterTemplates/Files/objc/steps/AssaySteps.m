#import "AssaySteps.h"

#import "AssayMemory.h"

/* One process serves one suite, so there is only one installation. */
static id<AssayInstallation> installation;
static Class installationClass;

void AssayAdd(const char *list, id entry) {
  ASSAY_POOL_BEGIN
  AssayWriteJSON(assay_begin_entry(list), entry);
  assay_end_entry();
  ASSAY_POOL_END
}

void AssayTell(const char *name, id value) {
  AssayWriteJSON(assay_tell(name), value);
}

id AssayAnswer(const char *name, const char *inner) {
  const assay_json *json = assay_answer(name, inner);
  return json && json->type != ASSAY_JSON_NULL ? AssayFromJSON(json) : nil;
}

NSData *AssayLoad(void) {
  assay_text document = assay_load();
  return document.bytes ? [NSData dataWithBytes:document.bytes length:document.length] : nil;
}

BOOL AssayStore(NSData *document) {
  assay_text text = {[document bytes], [document length]};
  return assay_store(text);
}

NSDictionary *AssayValues(const assay_request *step, const char *name, assay_outcome *outcome) {
  const assay_json *json = assay_member(step->json, name);
  const assay_value *value;
  if (!json || json->type == ASSAY_JSON_NULL) return nil;
  value = assay_read_values(step->arena, json, outcome);
  return value ? AssayObject(value) : nil;
}

typedef struct members {
  __unsafe_unretained NSDictionary *values;
  __unsafe_unretained Class source;
} members;

static bool putMembers(assay_values *values, void *context) {
  const members *given = context;
  return AssayPutMembers(values, given->values, given->source);
}

assay_outcome AssayTellValues(const char *name, NSDictionary *values, Class source) {
  members given = {values, source};
  assay_writer *reply = assay_tell(name);
  if (values) return assay_write_values(reply, putMembers, &given);
  assay_write_null(reply);
  return assay_done();
}

id AssayOrNull(id object) {
  return object ? object : [NSNull null];
}

static assay_outcome start(const assay_request *request, const char *folder, bool keep) {
  assay_outcome outcome = assay_done();
  ASSAY_POOL_BEGIN
  const assay_json *json = assay_member(request->json, "configuration");
  ASSAY_RELEASE(installation);
  installation = [[installationClass alloc]
      initWithConfiguration:json ? AssayFromJSON(json) : nil
                     folder:folder ? AssayString(assay_text_of(folder)) : nil
                       keep:keep
                    outcome:&outcome];
  ASSAY_POOL_END
  if (!installation && outcome.ending == ASSAY_DONE) return assay_failure("nothing is installed");
  return outcome;
}

static assay_outcome perform(const char *action, const assay_request *step) {
  assay_outcome outcome;
  ASSAY_POOL_BEGIN
  NSString *name = AssayString(assay_text_of(action));
  NSString *first = [[name substringToIndex:1] uppercaseString];
  NSString *rest = [name substringFromIndex:1];
  SEL selector =
      NSSelectorFromString([NSString stringWithFormat:@"on%@%@:", first, rest]);
  assay_outcome (*method)(id, SEL, const assay_request *) =
      (assay_outcome (*)(id, SEL, const assay_request *))[(NSObject *)installation
          methodForSelector:selector];
  BOOL isDone = YES;
  outcome = method(installation, selector, step);
  AssayRunUntil(&isDone, 0);
  ASSAY_POOL_END
  return outcome;
}

static assay_outcome observe(void) {
  assay_outcome outcome;
  ASSAY_POOL_BEGIN
  outcome = [installation observe];
  ASSAY_POOL_END
  return outcome;
}

int AssayServe(
    Class class, assay_identity identity, const char *suite, const char *const *lists,
    const char *const *capabilities, const assay_action *actions) {
  assay_table table = {suite, lists, capabilities, actions, start, observe, perform};
  assay_suite steps = assay_steps(&table);
  installationClass = class;
  return assay_serve(identity, &steps, 1);
}
