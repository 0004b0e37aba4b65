/*===- faults.c - Lets one call of a program fail -------------------------===*\
|*
|* Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* A library for LD_PRELOAD, for glibc. Calls are counted, all kinds together,
 * and written to a log, each as a line `<kind> <path>`. One of them fails:
 *
 *   PMB_FAULT_LOG=<file>      where the lines go
 *   PMB_FAULT_AT=<number>     which call, from 1; none if it is 0
 *   PMB_FAULT_ERRNO=<number>  what it says, or 0: a part of what is asked for
 * is read or written, or the call was interrupted once PMB_FAULT_BYTES=<number>
 * from how many bytes on an allocation counts
 *
 * Processes that the program starts are left alone. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int logFile = -1, failing, wasShort;
static unsigned long count, at, bytes = 1 << 20;

#define NEXT(NAME) ((__typeof__(&NAME))dlsym(RTLD_NEXT, #NAME))

__attribute__((constructor)) static void begin(void) {
  const char *log = getenv("PMB_FAULT_LOG"), *text;
  if ((text = getenv("PMB_FAULT_ERRNO")))
    failing = atoi(text);
  if ((text = getenv("PMB_FAULT_BYTES")))
    bytes = strtoul(text, NULL, 10);
  if ((text = getenv("PMB_FAULT_AT")))
    at = strtoul(text, NULL, 10);
  unsetenv("LD_PRELOAD");
  if (log)
    logFile = (int)syscall(SYS_openat, AT_FDCWD, log,
                           O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void append(char *line, size_t *size, const char *text, size_t length) {
  size_t room = 4096 - *size;
  length = length < room ? length : room;
  memcpy(line + *size, text, length);
  *size += length;
}

/* Whether this call fails. Allocates nothing. */
static int isHit(const char *kind, const char *path, size_t length) {
  if (logFile < 0)
    return 0;
  char line[4097];
  size_t size = 0;
  append(line, &size, kind, strlen(kind));
  append(line, &size, " ", 1);
  append(line, &size, path, length);
  line[size++] = '\n';
  syscall(SYS_write, logFile, line, size);
  return ++count == at;
}

static int isHitOn(const char *kind, int file) {
  char link[32], path[2048];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path);
  return isHit(kind, path, length < 0 ? 0 : (size_t)length);
}

static int isHitAt(const char *kind, const char *path) {
  return isHit(kind, path, strlen(path));
}

static int isHitBy(const char *kind, size_t size) {
  char text[32];
  return size >= bytes &&
         isHit(kind, text, (size_t)snprintf(text, sizeof text, "%zu", size));
}

/*===----------------------------------------------------------------------===*/
/* Files                                                                      */
/*===----------------------------------------------------------------------===*/

#define TRANSFER(NAME, KIND, BUFFER)                                           \
  ssize_t NAME(int file, BUFFER data, size_t size) {                           \
    if (isHitOn(KIND, file)) {                                                 \
      errno = failing ? failing : EINTR;                                       \
      if (failing)                                                             \
        return -1;                                                             \
      /* Interrupted, and then in parts. */                                    \
      wasShort = 1;                                                            \
      return -1;                                                               \
    }                                                                          \
    if (wasShort && size > 1)                                                  \
      size = (size + 1) / 2;                                                   \
    return NEXT(NAME)(file, data, size);                                       \
  }
TRANSFER(read, "read", void *)
TRANSFER(write, "write", const void *)

#define POSITIONED(NAME, KIND, BUFFER)                                         \
  ssize_t NAME(int file, BUFFER data, size_t size, off_t place) {              \
    if (isHitOn(KIND, file)) {                                                 \
      errno = failing ? failing : EINTR;                                       \
      return -1;                                                               \
    }                                                                          \
    return NEXT(NAME)(file, data, size, place);                                \
  }
POSITIONED(pread, "read", void *)
POSITIONED(pread64, "read", void *)
POSITIONED(pwrite, "write", const void *)

/* A request of --serve comes through the C library, which calls itself. */
int getc(FILE *stream) {
  static int last = '\n';
  if (last == '\n' && isHitOn("read", fileno(stream)) && failing) {
    stream->_flags |= 0x20; /* _IO_ERR_SEEN */
    errno = failing;
    return last = EOF;
  }
  return last = NEXT(getc)(stream);
}

static const char *kindOfOpen(int flags) {
  return (flags & O_ACCMODE) == O_RDONLY ? "open" : "create";
}

#define OPEN(NAME)                                                             \
  int NAME(const char *path, int flags, ...) {                                 \
    va_list rest;                                                              \
    va_start(rest, flags);                                                     \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;    \
    va_end(rest);                                                              \
    static int interrupted;                                                    \
    if (isHitAt(kindOfOpen(flags), path) || interrupted) {                     \
      interrupted = 0;                                                         \
      errno = failing ? failing : EINTR;                                       \
      return -1;                                                               \
    }                                                                          \
    return NEXT(NAME)(path, flags, mode);                                      \
  }
OPEN(open)
OPEN(open64)

#define ON_FILE(NAME, KIND, PARAMETERS, ARGUMENTS)                             \
  int NAME PARAMETERS {                                                        \
    if (isHitOn(KIND, file) && failing) {                                      \
      errno = failing;                                                         \
      return -1;                                                               \
    }                                                                          \
    return NEXT(NAME) ARGUMENTS;                                               \
  }
ON_FILE(fsync, "sync", (int file), (file))
ON_FILE(fdatasync, "sync", (int file), (file))
ON_FILE(ftruncate, "resize", (int file, off_t size), (file, size))
ON_FILE(ftruncate64, "resize", (int file, off_t size), (file, size))
ON_FILE(fchmod, "mode", (int file, mode_t mode), (file, mode))
ON_FILE(fstat, "look", (int file, struct stat *status), (file, status))
ON_FILE(fstat64, "look", (int file, struct stat64 *status), (file, status))

/* What is closed is closed, also where the call says that it failed. */
int close(int file) {
  int flags = fcntl(file, F_GETFL);
  const char *kind =
      flags >= 0 && (flags & O_ACCMODE) != O_RDONLY ? "finish" : "close";
  int hit = file != logFile && isHitOn(kind, file) && failing;
  int result = NEXT(close)(file);
  if (!hit)
    return result;
  errno = failing;
  return -1;
}

#define ON_PATH(NAME, KIND, PARAMETERS, ARGUMENTS)                             \
  int NAME PARAMETERS {                                                        \
    if (isHitAt(KIND, path) && failing) {                                      \
      errno = failing;                                                         \
      return -1;                                                               \
    }                                                                          \
    return NEXT(NAME) ARGUMENTS;                                               \
  }
ON_PATH(rename, "rename", (const char *from, const char *path), (from, path))
ON_PATH(link, "rename", (const char *from, const char *path), (from, path))
ON_PATH(unlink, "remove", (const char *path), (path))
ON_PATH(stat, "look", (const char *path, struct stat *status), (path, status))
ON_PATH(stat64, "look", (const char *path, struct stat64 *status),
        (path, status))
ON_PATH(lstat, "look", (const char *path, struct stat *status), (path, status))
ON_PATH(lstat64, "look", (const char *path, struct stat64 *status),
        (path, status))
ON_PATH(access, "look", (const char *path, int mode), (path, mode))

char *realpath(const char *path, char *result) {
  if (isHitAt("look", path) && failing) {
    errno = failing;
    return NULL;
  }
  return NEXT(realpath)(path, result);
}

char *getcwd(char *path, size_t size) {
  if (isHitAt("look", ".") && failing) {
    errno = failing;
    return NULL;
  }
  return NEXT(getcwd)(path, size);
}

/*===----------------------------------------------------------------------===*/
/* Memory                                                                     */
/*===----------------------------------------------------------------------===*/

/* glibc's own names: dlsym allocates. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void *fail(void) {
  errno = ENOMEM;
  return NULL;
}

void *malloc(size_t size) {
  return isHitBy("allocate", size) && failing ? fail() : __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  return isHitBy("allocate", number * size) && failing
             ? fail()
             : __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  return isHitBy("allocate", size) && failing ? fail()
                                              : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return isHitBy("allocate", size) && failing
             ? fail()
             : __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = aligned_alloc(alignment, size);
  return *result ? 0 : ENOMEM;
}

#define MAP(NAME)                                                              \
  void *NAME(void *place, size_t size, int protection, int flags, int file,    \
             off_t offset) {                                                   \
    if (isHitBy("map", size) && failing) {                                     \
      errno = ENOMEM;                                                          \
      return MAP_FAILED;                                                       \
    }                                                                          \
    return NEXT(NAME)(place, size, protection, flags, file, offset);           \
  }
MAP(mmap)
MAP(mmap64)
