/* How a request ended for the adapter itself. */
#ifndef ASSAY_OUTCOME_H
#define ASSAY_OUTCOME_H

typedef enum assay_ending {
  ASSAY_DONE,        /* the reply tells what the implementation did */
  ASSAY_UNSUPPORTED, /* the implementation cannot do this: the case is skipped, not failed */
  ASSAY_FAILURE      /* trouble of the adapter: no verdict on the implementation */
} assay_ending;

typedef struct assay_outcome {
  assay_ending ending;
  char message[200];
} assay_outcome;

assay_outcome assay_done(void);
/* As printf does it; what is too long is cut. */
assay_outcome assay_unsupported(const char *format, ...);
assay_outcome assay_failure(const char *format, ...);

#endif
