#ifdef __APPLE__
// Memory and processor time through proc_pid_rusage (libproc.h, sys/resource.h).
#include "CProcess.h"

#include <errno.h>
#include <libproc.h>
#include <mach/mach_time.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static int read_usage(pid_t pid, struct rusage_info_v4 *usage) {
  return proc_pid_rusage(pid, RUSAGE_INFO_V4, (rusage_info_t *)usage) == 0 ? 0 : -errno;
}

int cprocess_gauge_open(pid_t pid, struct cprocess_gauge *gauge) {
  struct rusage_info_v4 usage;
  int status = read_usage(pid, &usage);
  if (status != 0) return status;
  gauge->peak_before = malloc(sizeof *gauge->peak_before);
  if (!gauge->peak_before) return -ENOMEM;
  *gauge->peak_before = 0;
  gauge->pid = pid;
  return 0;
}

void cprocess_gauge_close(struct cprocess_gauge *gauge) {
  free(gauge->peak_before);
  gauge->peak_before = NULL;
}

int64_t cprocess_gauge_resident(const struct cprocess_gauge *gauge) {
  struct rusage_info_v4 usage;
  int status = read_usage(gauge->pid, &usage);
  return status != 0 ? status : (int64_t)usage.ri_phys_footprint;
}

// The system knows the peak of a whole life only. One that has not risen since the reset is not of this time: then what is there now
// is told, which may be less than the peak and never more.
int64_t cprocess_gauge_peak(const struct cprocess_gauge *gauge) {
  struct rusage_info_v4 usage;
  int status = read_usage(gauge->pid, &usage);
  if (status != 0) return status;
  int64_t peak = (int64_t)usage.ri_lifetime_max_phys_footprint;
  return peak > *gauge->peak_before ? peak : (int64_t)usage.ri_phys_footprint;
}

int cprocess_gauge_reset_peak(const struct cprocess_gauge *gauge) {
  struct rusage_info_v4 usage;
  int status = read_usage(gauge->pid, &usage);
  if (status == 0) *gauge->peak_before = (int64_t)usage.ri_lifetime_max_phys_footprint;
  return status;
}

int64_t cprocess_processor_time(pid_t pid) {
  struct rusage_info_v4 usage;
  int status = read_usage(pid, &usage);
  if (status != 0) return status;
  // In units of mach_absolute_time.
  mach_timebase_info_data_t base;
  if (mach_timebase_info(&base) != 0 || base.denom == 0) return -EINVAL;
  double used = (double)(usage.ri_user_time + usage.ri_system_time);
  return (int64_t)(used * base.numer / base.denom);
}

int64_t cprocess_thread_time(void) {
  struct timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}
#endif
