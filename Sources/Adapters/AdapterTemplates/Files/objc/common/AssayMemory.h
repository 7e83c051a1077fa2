/* Lets the same code be built with ARC, with manual retain and release, and with GNUstep's gcc. */
#ifndef ASSAY_MEMORY_H
#define ASSAY_MEMORY_H

#ifdef __has_feature
#if __has_feature(objc_arc)
#define ASSAY_ARC 1
#endif
#endif

#ifdef ASSAY_ARC
#define ASSAY_RETAIN(object) (object)
#define ASSAY_RELEASE(object)
#define ASSAY_AUTORELEASE(object) (object)
#define ASSAY_DEALLOC_SUPER
#else
#define ASSAY_RETAIN(object) [(object) retain]
#define ASSAY_RELEASE(object) [(object) release]
#define ASSAY_AUTORELEASE(object) [(object) autorelease]
#define ASSAY_DEALLOC_SUPER [super dealloc];
#endif

#ifdef __clang__
#define ASSAY_POOL_BEGIN @autoreleasepool {
#define ASSAY_POOL_END }
#else
/* gcc has no @autoreleasepool, and no bridges. */
#define ASSAY_POOL_BEGIN                                          \
  {                                                               \
    NSAutoreleasePool *assay_pool = [[NSAutoreleasePool alloc] init];
#define ASSAY_POOL_END \
  [assay_pool drain];  \
  }
#define __bridge
#endif

#endif
