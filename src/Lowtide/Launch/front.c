/* lowtide, the executable itself: notes what the .NET runtime is about to change, then becomes lib/lowtide-program.
 *
 * Before its first managed line the runtime raises the soft RLIMIT_NOFILE to the hard one and ignores SIGPIPE. Both
 * survive execve(2), and servers act on them (uWSGI sizes tables by the limit). What the parent has need not be what
 * this process was given (bash -c 'ulimit -Sn 256; exec lowtide ...'), so it is read here, where nothing has
 * touched it yet, and travels in one variable to the launcher, which puts it back (Caller.cs).
 *
 * The environment that the program gets is the caller's, entry by entry and in order, except that settings meant for
 * the target are held back under a prefix so that they do not act on Lowtide itself: those of its .NET runtime, and
 * those that have the loader or a library load code. After the caller's entries come this file's own, LOWTIDE_CALLER first. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "folder.h"
#include "privileges.h"

static void fail(const char *what, const char *path) {
    fprintf(stderr, "lowtide: cannot %s %s: %s\n", what, path, strerror(errno));
    exit(1);
}

static int starts(const char *entry, const char *prefix) { return strncmp(entry, prefix, strlen(prefix)) == 0; }

/* Lowtide may be root, and whoever prepared its environment need not be. Each of these can have code loaded into a .NET
 * program: startup hooks, profilers, additional dependencies, a collector of one's own (DOTNET_GCName), diagnostic ports;
 * ld.so(8)'s LD_PRELOAD, LD_AUDIT and LD_LIBRARY_PATH, in which an empty entry is the current folder; the name of OpenSSL's
 * file, its configuration, engines and modules; iconv's modules. The program brings its own runtime: DOTNET_ROOT is not its. */
static int is_held_back(const char *entry) {
    static const char *const prefixes[] = {"DOTNET_", "COMPlus_", "CORECLR_", "LD_", "CLR_OPENSSL_", "OPENSSL_", "GCONV_PATH="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (starts(entry, prefixes[i]))
            return 1;
    return 0;
}

static char *caller_state(void) {
    struct rlimit files;
    unsigned long long ignored = 0, blocked;
    char *entry;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, 8) != 0)
        fail("read the caller's limits and signals from", "the kernel");
    for (int signal = 1; signal <= 64; signal++) {
        /* The kernel's struct, handler first; the C library's wrapper keeps signals 32 and 33 to itself. */
        struct { void (*handler)(int); unsigned long rest[3]; } action;
        if (syscall(SYS_rt_sigaction, signal, NULL, &action, 8) == 0 && action.handler == SIG_IGN)
            ignored |= 1ULL << (signal - 1);
    }
    if (asprintf(&entry, "LOWTIDE_CALLER=%llu:%llx:%llx", (unsigned long long)files.rlim_cur, ignored, blocked) < 0)
        fail("allocate", "memory");
    return entry;
}

/* What stays for months, beside what others serve with: a generation 0 of 4 MiB (in hexadecimal), which by itself grows until it holds all that a look
 * makes, and one arena of malloc take a third off the most that it holds; threads that wait for work some times a minute need not spin for it first
 * (github.com/dotnet/runtime/issues/100348). */
static char *const of_serve[] = {
    "DOTNET_GCgen0size=400000", "DOTNET_GCGen0MaxBudget=400000",
    "DOTNET_ThreadPool_UnfairSemaphoreSpinLimit=0", "MALLOC_ARENA_MAX=1"};
enum { OF_SERVE = sizeof of_serve / sizeof *of_serve };

static int is_among(char **entries, const char *entry) {
    size_t name = strcspn(entry, "=") + 1;
    while (*entries != NULL && strncmp(*entries, entry, name) != 0)
        entries++;
    return *entries != NULL;
}

static char **program_environment(char **caller, int serves) {
    size_t count = 0;
    while (caller[count] != NULL)
        count++;
    char **entries = calloc(count + 2 + OF_SERVE, sizeof *entries), **next = entries;
    if (entries == NULL)
        fail("allocate", "memory");
    for (; *caller != NULL; caller++) {
        if (starts(*caller, "LOWTIDE_CALLER="))
            continue;
        *next = *caller;
        if (is_held_back(*caller) && asprintf(next, "LOWTIDE_HELD_%s", *caller) < 0)
            fail("allocate", "memory");
        next++;
    }
    *next++ = caller_state();
    for (int i = 0; serves && i < OF_SERVE; i++)
        if (!is_among(entries, of_serve[i]))
            *next++ = of_serve[i];
    return entries;
}

/* A descriptor that is closed would become that of the first file opened, and what is printed would go there: into the
 * pipe by which a trial signals its servers, for one. So standard output fails instead, the others lead nowhere. */
static void hold_standard_descriptors(void) {
    for (int descriptor = 0; descriptor < 3; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0)
            open("/dev/null", descriptor == 1 ? O_RDONLY : O_RDWR);
}

/* Below some 64 the runtime aborts or cannot open a part of what it needs, wherever that happens to be. */
enum { LEAST_DESCRIPTORS = 128 };

static void need_descriptors(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_max < LEAST_DESCRIPTORS) {
        fprintf(stderr, "lowtide: no more than %llu file descriptors may be open, and it takes %d: raise that, as root by ulimit -n %d\n",
                (unsigned long long)files.rlim_max, LEAST_DESCRIPTORS, LEAST_DESCRIPTORS);
        exit(1);
    }
}

int main(int argc, char **argv, char **environment) {
    char program[PATH_MAX];
    need_descriptors();
    if (argc < 2 || strcmp(argv[1], "run") != 0) /* whose command gets what its caller has, closed or not */
        hold_standard_descriptors();
    char **entries = program_environment(environment, argc > 1 && strcmp(argv[1], "serve") == 0);
    char *folder = program_folder();
    if (snprintf(program, sizeof program, "%s/lib/lowtide-program", folder) >= (int)sizeof program) {
        errno = ENAMETOOLONG;
        fail("start", "lib/lowtide-program");
    }
    drop_privileges(argc, argv, program);
    execve(program, argv, entries);
    if (errno == ENOENT && access(program, F_OK) == 0) { /* what is not there is its loader */
        fprintf(stderr, "lowtide: it takes glibc 2.28 or newer, and this system has none, as Alpine has musl: run Lowtide's container image instead\n");
        exit(1);
    }
    fail("start", program);
}
