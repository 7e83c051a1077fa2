#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { open_folders = 32 };

static int open_up(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about, (void)place;
  if (kind == FTW_D || kind == FTW_DNR) chmod(path, 0700);
  return 0;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about, (void)kind, (void)place;
  // If something cannot be removed, its folder stays, and the last call reports that.
  remove(path);
  return 0;
}

int cprocess_remove_tree(const char *path) {
  // Folders may forbid reading: allow it for each before the walk reaches its contents.
  nftw(path, open_up, open_folders, FTW_PHYS | FTW_MOUNT);
  nftw(path, remove_one, open_folders, FTW_PHYS | FTW_MOUNT | FTW_DEPTH);
  if (access(path, F_OK) != 0 && errno == ENOENT) return 0;
  return remove(path) == 0 ? 0 : -errno;
}
