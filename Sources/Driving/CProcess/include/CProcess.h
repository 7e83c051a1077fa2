#ifndef CPROCESS_H
#define CPROCESS_H

// What Swift cannot reach of Linux and macOS: launching a child with everything about it decided (pipes,
// limits, session, parent-death signal, descriptors, signals, processor), ending it without a
// trace, and reading what it costs. Nothing here keeps state of its own or exits the caller.
// What is said of single calls is said of Linux; macOS differs where that is said, and in the files
// of the folder macOS.
// Functions that return `int` return 0 or a positive result; failures are `-errno`.

#include <stdint.h>
#include <sys/types.h>

/// The call in which a launch failed.
enum cprocess_step {
  CPROCESS_STEP_NONE = 0,
  /// pipe2: no descriptors left.
  CPROCESS_STEP_PIPES,
  /// vfork: too many processes, or no memory.
  CPROCESS_STEP_FORK,
  /// setsid.
  CPROCESS_STEP_SESSION,
  /// prctl(PR_SET_PDEATHSIG), or the parent was gone by then (error ESRCH). macOS has no such call: there the guard alone ends
  /// what we leave behind.
  CPROCESS_STEP_DEATH_SIGNAL,
  /// setrlimit.
  CPROCESS_STEP_LIMITS,
  /// sched_setaffinity: no such processor, or not one of ours. macOS lets nobody choose (ENOTSUP).
  CPROCESS_STEP_PROCESSOR,
  /// chdir into the working directory.
  CPROCESS_STEP_DIRECTORY,
  /// dup2 or close_range.
  CPROCESS_STEP_DESCRIPTORS,
  /// sigprocmask.
  CPROCESS_STEP_SIGNALS,
  /// execve: ENOENT if the file or its interpreter is missing, EACCES, ENOEXEC, ...
  CPROCESS_STEP_EXECUTE,
};

/// What to launch. All pointers are borrowed for the duration of the call.
struct cprocess_plan {
  /// The path of the file to execute; PATH is not searched.
  const char *path;
  /// Ends with NULL.
  char *const *arguments;
  /// Ends with NULL; the child sees nothing else of our environment.
  char *const *environment;
  /// The working directory, or NULL for ours.
  const char *directory;
  /// RLIMIT_CPU in seconds, with SIGXCPU at the limit and SIGKILL a second later; negative: as
  /// ours.
  int64_t processor_seconds;
  /// RLIMIT_FSIZE in bytes; negative: as ours.
  int64_t file_bytes;
  /// RLIMIT_NPROC, which counts all processes of the user and does not bind root; negative: as
  /// ours.
  int64_t processes;
  /// The processor to run on, or negative for those of the calling thread.
  int processor;
  /// The `messages` of the guard that learns of the child, or negative for none.
  int guard;
};

/// A running child, which leads its own session and process group.
struct cprocess_child {
  pid_t pid;
  /// Readable when the child is dead; -1 if the kernel has no pidfd_open. On macOS a kqueue.
  int pidfd;
  /// Our end of its standard input: write only, close-on-exec, non-blocking.
  int input;
  /// Our end of its standard output: read only, close-on-exec, non-blocking.
  int output;
  /// Our end of its standard error: read only, close-on-exec, non-blocking.
  int error;
};

/// Why a launch failed.
struct cprocess_failure {
  enum cprocess_step step;
  /// An errno.
  int error;
};

/// Launches a child. Returns when it has been executed, or when that has failed. Costs what vfork
/// costs: nothing that grows with our memory. The calling thread waits; the others run on.
///
/// The child gets: the three pipes and no other descriptor; default handlers for all signals and an
/// empty mask; no core file; a raised oom_score_adj; SIGKILL when the *thread* that launched it
/// ends (so launch from a thread that outlives the child). SIGCHLD must not be ignored in our
/// process: if it is, this call resets it to its default. Returns 0, or -1 with `failure` filled
/// and no child left.
int cprocess_launch(const struct cprocess_plan *plan, struct cprocess_child *child,
                    struct cprocess_failure *failure);

/// Whether the child is dead. Waits at most `timeout_ms` (negative: for ever). Does not reap it, so
/// the number of its process group stays ours. Returns 1 if dead, 0 if not, or -errno.
int cprocess_wait_death(const struct cprocess_child *child, int timeout_ms);

/// Kills (SIGKILL) every process of the child's group. Call it before `cprocess_reap`.
int cprocess_kill_group(const struct cprocess_child *child);

/// From now on orphans among our descendants become children of this process instead of init, so
/// that `cprocess_sweep` finds them. Applies to the whole process. Returns -ENOTSUP on macOS, where
/// the sweep looks at all processes instead.
int cprocess_adopt_orphans(void);

/// Kills and reaps what a child has left among our own children: members of its session, and
/// whatever was started with `entry` in its environment ("NAME=value", unique to the child, whose
/// environment had it). Works generation by generation, until nothing is left. Also reaps orphans
/// of other children if they are dead and lead no session, and waits for those that are dying, as
/// what they leave will be ours.
///
/// Call it after `cprocess_kill_group`, when the child is dead, and before `cprocess_reap`: until
/// then nobody else can have its number. It cannot recognise a descendant that left the session,
/// lost its parent and was started with another environment. Takes time for each child and thread
/// of this process, some 50 µs. Returns how many there were, or -errno if /proc cannot be read.
int cprocess_sweep(const struct cprocess_child *child, const char *entry);

/// A process of ours that watches over children, so that they leave nothing behind if we are
/// killed.
struct cprocess_guard {
  pid_t pid;
  /// What the guard listens to; close-on-exec.
  int messages;
};

/// Forks a guard. It waits until no process has `messages` open any more, which means that we have
/// ended, however that happened. Then it kills what is left of the children it was told about:
/// members of their groups and sessions, and every process that was started with `mark` in its
/// environment. If it knows of no child, it ends at once.
///
/// The guard has a session of its own, no other descriptor, and blocks every signal that can be
/// blocked. Its name is "adapter-guard". Call it before there are other threads. `mark` has at most
/// 255 bytes, and no other program uses it. Returns 0 or -errno.
int cprocess_guard_post(const char *mark, struct cprocess_guard *guard);

/// Tells a guard about a child (its number), or that nothing is left of it (the negative number).
/// Never waits: a guard that is dead or does not listen is not told.
void cprocess_guard_tell(int messages, pid_t message);

/// Lets the guard do its work, waits for its end and reaps it. `messages` stays open but no longer
/// has any use.
void cprocess_guard_dismiss(const struct cprocess_guard *guard);

/// Removes a folder and everything in it, within its file system. Symbolic links are removed, not
/// followed. Returns 0 even if there is nothing to remove, and -errno if something stays.
int cprocess_remove_tree(const char *path);

/// Waits for the child's death and reaps it. `*signal` is the signal that ended it, or 0 if it
/// exited with `*status`.
int cprocess_reap(const struct cprocess_child *child, int *signal, int *status);

/// Closes the descriptors that are still open (not -1) and sets them to -1.
void cprocess_close(struct cprocess_child *child);

/// How many bytes that were written into the child's standard input it has not read yet (FIONREAD),
/// or -errno: macOS does not tell.
int64_t cprocess_unread(const struct cprocess_child *child);

/// Closes one descriptor and sets it to -1. Does nothing for -1.
void cprocess_close_descriptor(int *descriptor);

/// Blocks SIGPIPE in the calling thread for good. Writing to a dead child then fails with EPIPE
/// there, and the signal keeps its meaning for the other threads.
int cprocess_block_broken_pipe(void);

/// Sets the processor of the calling thread. Returns -ENOTSUP on macOS.
int cprocess_pin_thread(int processor);

/// Fills `processors` with those that the calling thread may use, in ascending order. Returns how
/// many.
int cprocess_allowed_processors(int *processors, int capacity);

/// Fills `path` with the path of the program that this process runs, without a zero at its end.
/// Returns its length, at most `capacity`, or -errno. (/proc/self/exe, proc_pidpath)
int cprocess_own_path(char *path, int capacity);

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t cprocess_now(void);

/// A fixed piece of work, linear in `rounds`, by which machines are compared; never 0.
uint64_t cprocess_work(uint64_t rounds);

/// The environment of this process, which ends with NULL. Do not use it while another thread
/// changes it.
char *const *cprocess_environment(void);

/// Open files of /proc that show a process's memory.
struct cprocess_gauge {
#ifdef __APPLE__
  pid_t pid;
  /// The peak of its life when it was last reset.
  int64_t *peak_before;
#else
  int statm;
  int status;
  int clear_refs;
#endif
};

/// Opens the gauge of a process.
int cprocess_gauge_open(pid_t pid, struct cprocess_gauge *gauge);
/// Closes it.
void cprocess_gauge_close(struct cprocess_gauge *gauge);
/// Resident bytes now (statm), or -errno; 0 for a dead process that is not reaped.
int64_t cprocess_gauge_resident(const struct cprocess_gauge *gauge);
/// The most resident bytes since the start or the last reset (VmHWM of status), or -errno.
int64_t cprocess_gauge_peak(const struct cprocess_gauge *gauge);
/// Sets the peak back to what is resident now (5 into clear_refs). On macOS, which knows the peak of a
/// life only, one that stays below an earlier one is told too low, never too high.
int cprocess_gauge_reset_peak(const struct cprocess_gauge *gauge);
/// Nanoseconds of processor time that the process's threads have used, or -errno.
int64_t cprocess_processor_time(pid_t pid);

/// How a thread fared with the scheduler, in nanoseconds since it began (/proc, schedstat).
struct cprocess_pace {
  pid_t thread;
  /// How long it ran.
  int64_t ran;
  /// How long it could have run and was given no processor.
  int64_t waited;
};

/// Fills `paces` with every thread of every process of a session. Returns how many there are, at
/// most `capacity`; 0 if the kernel does not say, or -errno. Takes some 20 µs for each process of
/// the machine.
int cprocess_paces(pid_t session, struct cprocess_pace *paces, int capacity);

/// Nanoseconds of processor time that the calling thread has used.
int64_t cprocess_thread_time(void);

/// From now on the system gets back the memory of a block of so many bytes or more when the block is freed, and does not wait for what
/// lies behind it. Elsewhere than with the C library of GNU nothing is done.
void cprocess_heap_return_large_blocks(size_t bytes);

/// A private SysV shared memory segment, as coverage runtimes expect it.
struct cprocess_segment {
  int id;
  uint8_t *bytes;
  size_t count;
};

/// Creates and maps a segment of zeros that the kernel removes when its last user is gone. On macOS it
/// stays until it is destroyed: nobody can attach to one that is marked for removal.
int cprocess_segment_create(size_t count, struct cprocess_segment *segment);
/// Removes and unmaps it.
void cprocess_segment_destroy(struct cprocess_segment *segment);

#endif
