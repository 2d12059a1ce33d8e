/* Clocks that can be put ahead while a program runs: `cc -shared -fPIC`, LD_PRELOAD, and a file that NOKOSU_CLOCK names.
   It has two numbers of eight bytes: nanoseconds for all clocks, and nanoseconds for the wall clock alone (0 where the
   file ends before). bench/soak.py passes its nights by the first, tests/abuse/test_clocks.py sets the second. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    static int64_t none[2];
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    ahead = none;
    const char *name = getenv("NOKOSU_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, 2 * sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) ahead = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    if (!real) begin();
    int failed = real(clock, at);
    if (failed || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return failed;
    int wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    int64_t whole = at->tv_sec * 1000000000LL + at->tv_nsec + ahead[0] + (wall ? ahead[1] : 0);
    at->tv_sec = whole / 1000000000;
    at->tv_nsec = whole % 1000000000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}
