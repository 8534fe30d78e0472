/* The one-file edition: the front with a .tar.gz behind it, unpacked once into a folder named by its hash.
 *
 * The file ends in a footer of 96 bytes of text, written by eng/one-file:
 *     SHA-256 of the payload (64 hexadecimal digits), its length in bytes (16), "lowtide-payload\n"
 * Code will be run from that folder, so nobody but its owner may be able to write there. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unpack.h"

enum { HASH = 64, LENGTH = 16, MAGIC = 16, FOOTER = HASH + LENGTH + MAGIC };

static void fail(const char *what, const char *path, const char *why) {
    fprintf(stderr, "lowtide: cannot %s %s: %s\n", what, path, why);
    exit(1);
}

/* Whatever the umask: kits are kept beside, for servers that drop privileges. */
static int make(const char *folder) { return mkdir(folder, 0755) == 0 ? chmod(folder, 0755) : -1; }

/* Null, or why the folder is not to be trusted; made first if it is missing. */
static const char *distrust(const char *folder) {
    struct stat state;
    if ((make(folder) != 0 && errno != EEXIST) || lstat(folder, &state) != 0)
        return strerror(errno);
    if (!S_ISDIR(state.st_mode))
        return "it is not a folder";
    if (state.st_uid != geteuid())
        return "it belongs to someone else";
    if ((state.st_mode & 022) != 0)
        return "others may write to it (chmod go-w mends that)";
    return NULL;
}

static char *join(const char *folder, const char *name) {
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        fail("allocate", "memory", strerror(errno));
    return path;
}

/* Null where this user has no such place. The same places, in the same order, as CacheFolder.cs. */
static char *preferred_cache(void) {
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const char *cache = "/var/cache";
    if (geteuid() != 0) {
        if (xdg != NULL && xdg[0] == '/')
            cache = xdg;
        else if (home != NULL && home[0] == '/')
            cache = join(home, ".cache");
        else
            return NULL;
    }
    make(cache);
    return join(cache, "lowtide");
}

static char *cache_folder(const char *hash) {
    char *folder = preferred_cache();
    const char *why;
    if (folder != NULL && distrust(folder) == NULL &&
        (access(join(folder, hash), F_OK) == 0 || faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) == 0))
        return folder;
    if (asprintf(&folder, "/tmp/lowtide-%u", (unsigned)geteuid()) < 0)
        fail("allocate", "memory", strerror(errno));
    if ((why = distrust(folder)) != NULL)
        fail("unpack into", folder, why);
    return folder;
}

static int remove_entry(const char *path, const struct stat *state, int type, struct FTW *place) {
    (void)state, (void)type, (void)place;
    return remove(path);
}

static void remove_folder(const char *folder) { nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

/* tar gets exactly the payload through a pipe: gzip calls what follows its end an error. */
static void extract(int file, off_t offset, size_t length, const char *folder) {
    int ends[2], status;
    static char buffer[1 << 16];
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
        umask(022); /* whatever the caller's: no file that others may write to */
        dup2(ends[0], 0);
        execlp("tar", "tar", "-xzo", "-C", folder, (char *)NULL);
        _exit(127);
    }
    if (tar < 0)
        fail("start", "tar", strerror(errno));
    close(ends[0]);
    while (length > 0) {
        ssize_t got = pread(file, buffer, length < sizeof buffer ? length : sizeof buffer, offset);
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

char *unpacked_folder(void) {
    char footer[FOOTER + 1] = {0}, hash[HASH + 1] = {0}, *folder, *fresh;
    struct stat state;
    const char *why = NULL;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &state) != 0)
        fail("read", "its own file", strerror(errno));
    if (pread(file, footer, FOOTER, state.st_size - FOOTER) != FOOTER ||
        memcmp(footer + HASH + LENGTH, "lowtide-payload\n", MAGIC) != 0) {
        close(file);
        return NULL;
    }
    memcpy(hash, footer, HASH);
    footer[HASH + LENGTH] = '\0';
    size_t length = strtoull(footer + HASH, NULL, 16);
    char *cache = cache_folder(hash);
    folder = join(cache, hash);
    if (lstat(folder, &state) != 0) {
        fresh = join(cache, "unpacking-XXXXXX");
        if (mkdtemp(fresh) == NULL)
            fail("make a folder in", cache, strerror(errno));
        extract(file, state.st_size - FOOTER - (off_t)length, length, fresh);
        chmod(fresh, 0755);
        if (rename(fresh, folder) != 0) { /* whole or not at all; another start may have been quicker */
            if (errno != EEXIST && errno != ENOTEMPTY)
                why = strerror(errno);
            remove_folder(fresh);
        }
        if (why != NULL)
            fail("make", folder, why);
    }
    if ((why = distrust(folder)) != NULL)
        fail("run from", folder, why);
    close(file);
    return folder;
}
