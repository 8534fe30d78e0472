/* The one-file edition: the front with a .tar.gz behind it, unpacked once into a folder named by its hash.
 *
 * The file ends in a footer of 96 bytes of text, written by eng/one-file:
 *     SHA-256 of the payload (64 hexadecimal digits), its length in bytes (16), "lowtide-payload\n"
 * A file without it is cut short, and nothing else is run in its place. Nothing is unpacked that has not this hash.
 *
 * Code will be run from that folder, so nobody but its owner may be able to write there. It is on the disk before it has its name; beside lib/ stands
 * a list of its files (unpacked.c), and where one of them is no longer as it was unpacked, all of them are unpacked anew. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "folder.h"
#include "sha256.h"
#include "unpacked.h"

enum { HASH = 64, LENGTH = 16, MAGIC = 16, FOOTER = HASH + LENGTH + MAGIC };

/* Of the payload, in /proc/self/exe: nobody can write to that while it runs (ETXTBSY). */
static struct { int file; off_t start; size_t length; char hash[HASH + 1]; } payload;

static void fail(const char *what, const char *path, const char *why) {
    fprintf(stderr, "lowtide: cannot %s %s: %s\n", what, path, why);
    exit(1);
}

static char *join(const char *folder, const char *name) {
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        fail("allocate", "memory", strerror(errno));
    return path;
}

/* Whatever the umask: kits are kept beside, for servers that drop privileges. */
static int make(int parent, const char *name) {
    mode_t before = umask(022);
    int made = mkdirat(parent, name, 0755), error = errno;
    umask(before);
    errno = error;
    return made;
}

/* A descriptor of the folder, which is made first if it is missing; or -1 and why it is not to be trusted. By descriptor throughout: in /tmp somebody
 * else might exchange what stands at a name between the look at it and its use. */
static int own_folder(int parent, const char *name, const char **why) {
    struct stat state;
    int folder = -1;
    *why = NULL;
    if (make(parent, name) != 0 && errno != EEXIST)
        *why = strerror(errno);
    else if ((folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) < 0)
        *why = errno == ENOTDIR || errno == ELOOP ? "it is not a folder" : strerror(errno);
    else if (fstat(folder, &state) != 0)
        *why = strerror(errno);
    else if (state.st_uid != geteuid())
        *why = "it belongs to someone else";
    else if ((state.st_mode & 022) != 0)
        *why = "others may write to it (chmod go-w mends that)";
    if (*why == NULL)
        return folder;
    if (folder >= 0)
        close(folder);
    return -1;
}

/* Null where this user has no such place. The same places, in the same order, as CacheFolder.cs. */
static char *preferred_cache(void) {
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (geteuid() == 0)
        return "/var/cache";
    if (xdg != NULL && xdg[0] == '/')
        return strdup(xdg);
    return home != NULL && home[0] == '/' ? join(home, ".cache") : NULL;
}

/* The cache folder, open, with its path. */
static int cache_folder(char **path) {
    const char *why;
    char *name, *place = preferred_cache();
    if (place != NULL) {
        make(AT_FDCWD, place);
        int parent = open(place, O_PATH | O_DIRECTORY | O_CLOEXEC), folder = parent < 0 ? -1 : own_folder(parent, "lowtide", &why);
        *path = join(place, "lowtide");
        if (folder >= 0 && (is_as_unpacked(folder, payload.hash) || faccessat(folder, ".", W_OK, AT_EACCESS) == 0))
            return folder;
    }
    if (asprintf(&name, "lowtide-%u", (unsigned)geteuid()) < 0)
        fail("allocate", "memory", strerror(errno));
    *path = join("/tmp", name);
    int folder = own_folder(open("/tmp", O_PATH | O_DIRECTORY | O_CLOEXEC), name, &why);
    if (folder < 0)
        fail("unpack into", *path, why);
    return folder;
}

static int is_intact(void) {
    static unsigned char buffer[1 << 16];
    char found[HASH + 1];
    struct sha256 hash;
    sha256_begin(&hash);
    for (size_t done = 0; done < payload.length;) {
        size_t left = payload.length - done;
        ssize_t got = pread(payload.file, buffer, left < sizeof buffer ? left : sizeof buffer, payload.start + (off_t)done);
        if (got <= 0)
            return 0;
        sha256_add(&hash, buffer, (size_t)got);
        done += (size_t)got;
    }
    sha256_end(&hash, found);
    return strcmp(found, payload.hash) == 0;
}

/* The caller's PATH without what means the current folder: an empty entry, or one that does not begin with a slash. */
static const char *absolute_path(void) {
    const char *path = getenv("PATH"), *next;
    char *kept = calloc(1, strlen(path != NULL ? path : "") + sizeof "/usr/bin:/bin"), *end = kept;
    if (kept == NULL)
        fail("allocate", "memory", strerror(errno));
    for (; path != NULL; path = *next == ':' ? next + 1 : NULL) {
        next = strchrnul(path, ':');
        if (*path == '/')
            end += sprintf(end, "%s%.*s", end > kept ? ":" : "", (int)(next - path), path);
    }
    return end > kept ? kept : "/usr/bin:/bin";
}

/* With PATH alone: TAR_OPTIONS and GZIP can have commands run, LD_PRELOAD and LD_LIBRARY_PATH have code loaded. */
static void become_tar(int input, const char *folder) {
    const char *path = absolute_path();
    umask(022); /* whatever the caller's: no file that others may write to */
    dup2(input, 0);
    clearenv();
    setenv("PATH", path, 1);
    execlp("tar", "tar", "-xzo", "-C", folder, (char *)NULL);
    _exit(127);
}

/* tar gets exactly the payload through a pipe: gzip calls what follows its end an error. */
static void extract(const char *folder) {
    int ends[2], status;
    static char buffer[1 << 16];
    size_t length = payload.length;
    off_t offset = payload.start;
    struct sigaction broken_pipe, child_gone, old_pipe, old_child;
    memset(&broken_pipe, 0, sizeof broken_pipe);
    child_gone = broken_pipe;
    broken_pipe.sa_handler = SIG_IGN; /* tar may end early: then write() says so */
    child_gone.sa_handler = SIG_DFL;  /* a caller that ignores SIGCHLD would make waitpid() fail */
    sigaction(SIGPIPE, &broken_pipe, &old_pipe);
    sigaction(SIGCHLD, &child_gone, &old_child);

    if (pipe2(ends, O_CLOEXEC) != 0)
        fail("make", "a pipe", strerror(errno));
    pid_t tar = fork();
    if (tar == 0) {
        sigaction(SIGPIPE, &old_pipe, NULL);
        become_tar(ends[0], folder);
    }
    if (tar < 0)
        fail("start", "tar", strerror(errno));
    close(ends[0]);
    while (length > 0) {
        ssize_t got = pread(payload.file, buffer, length < sizeof buffer ? length : sizeof buffer, offset);
        if (got <= 0 || write(ends[1], buffer, (size_t)got) != got)
            break;
        offset += got;
        length -= (size_t)got;
    }
    close(ends[1]);
    if (waitpid(tar, &status, 0) != tar || status != 0 || length != 0) {
        remove_folder(folder);
        fail("unpack into", folder,
             status == 127 << 8 ? "there is no tar on PATH" : "tar failed (is gzip installed, and is there room?)");
    }
    sigaction(SIGPIPE, &old_pipe, NULL);
    sigaction(SIGCHLD, &old_child, NULL);
}

static char *fresh_folder(const char *cache) {
    char *fresh = join(cache, "unpacking-XXXXXX");
    if (mkdtemp(fresh) == NULL)
        fail("make a folder in", cache, strerror(errno));
    return fresh;
}

/* Whole or not at all. */
static void unpack(int cache, const char *path, const char *folder) {
    const char *why = NULL;
    if (!is_intact())
        fail("unpack", "this file", "it is damaged: its content has not the SHA-256 that it ends with (fetch it anew)");
    char *fresh = fresh_folder(path);
    extract(fresh);
    chmod(fresh, 0755);
    if (!note_unpacked(fresh))
        why = strerror(errno);
    else if (rename(fresh, folder) != 0) {
        if (errno != EEXIST && errno != ENOTEMPTY)
            why = strerror(errno);
        else if (!is_as_unpacked(cache, payload.hash)) { /* otherwise another start was quicker */
            char *damaged = fresh_folder(path);
            if (rename(folder, damaged) != 0 || rename(fresh, folder) != 0)
                why = strerror(errno);
            remove_folder(damaged);
        }
    }
    remove_folder(fresh);
    fsync(cache);
    if (why != NULL)
        fail("make", folder, why);
}

char *program_folder(void) {
    char footer[FOOTER + 1] = {0}, *path;
    struct stat state;
    const char *why;
    payload.file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (payload.file < 0 || fstat(payload.file, &state) != 0)
        fail("read", "its own file", strerror(errno));
    if (pread(payload.file, footer, FOOTER, state.st_size - FOOTER) != FOOTER || memcmp(footer + HASH + LENGTH, "lowtide-payload\n", MAGIC) != 0 ||
        strspn(footer, "0123456789abcdef") < HASH + LENGTH)
        fail("run", "this file", "it is cut short or damaged, as its end is missing (fetch it anew)");
    memcpy(payload.hash, footer, HASH);
    footer[HASH + LENGTH] = '\0';
    payload.length = strtoull(footer + HASH, NULL, 16);
    payload.start = state.st_size - FOOTER - (off_t)payload.length;
    if (payload.length > (size_t)state.st_size - FOOTER)
        fail("run", "this file", "it is damaged: its payload would be longer than itself (fetch it anew)");
    int cache = cache_folder(&path);
    char *folder = join(path, payload.hash);
    if (!is_as_unpacked(cache, payload.hash))
        unpack(cache, path, folder);
    int opened = own_folder(cache, payload.hash, &why);
    if (opened < 0)
        fail("run from", folder, why);
    close(opened);
    close(cache);
    close(payload.file);
    return folder;
}
