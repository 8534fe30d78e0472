/* An installation: lib/ lies beside this very file. Whoever starts this file trusts those who can write to it, and nobody else: a copy of it that root
 * left in /tmp would otherwise run whatever another user puts beside it. So lib/ and the program in it are as well protected as this file is. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"

static void fail(const char *what, const char *path, const char *why) {
    fprintf(stderr, "lowtide: cannot %s %s: %s\n", what, path, why);
    exit(1);
}

/* Null, or why somebody could have put it there who cannot change this file. */
static const char *distrust(int descriptor, const struct stat *own) {
    struct stat state;
    if (fstat(descriptor, &state) != 0)
        return strerror(errno);
    if (state.st_uid != own->st_uid && state.st_uid != geteuid() && state.st_uid != 0)
        return "it does not belong to whom this program belongs (install them together, with one owner)";
    if ((state.st_mode & S_IWOTH) != 0 ||
        ((state.st_mode & S_IWGRP) != 0 && ((own->st_mode & S_IWGRP) == 0 || state.st_gid != own->st_gid)))
        return "others may write to it (chmod go-w mends that)";
    return NULL;
}

/* By descriptor, one name after the other, so that no link leads elsewhere. */
static int checked(int folder, const char *name, int flags, const struct stat *own, const char *path) {
    const char *why;
    int descriptor = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC | flags);
    if (descriptor < 0)
        fail("run", path, errno == ENOENT ? "it is missing (lib/ belongs beside this program)" : strerror(errno));
    if ((why = distrust(descriptor, own)) != NULL)
        fail("run", path, why);
    return descriptor;
}

char *program_folder(void) {
    static char folder[PATH_MAX], path[PATH_MAX + 32];
    struct stat own;
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length < 0 || stat("/proc/self/exe", &own) != 0)
        fail("read", "/proc/self/exe (is /proc mounted?)", strerror(errno));
    folder[length] = '\0';
    if (folder[0] != '/' || length == sizeof folder - 1) /* out of reach from this root: it would be looked for in the current folder */
        fail("find", folder, "no whole path leads to this program");
    *strrchr(folder, '/') = '\0';
    int place = open(folder[0] == '\0' ? "/" : folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        fail("open", folder, strerror(errno));
    snprintf(path, sizeof path, "%s/lib", folder);
    int lib = checked(place, "lib", O_DIRECTORY, &own, path);
    snprintf(path, sizeof path, "%s/lib/lowtide-program", folder);
    checked(lib, "lowtide-program", 0, &own, path);
    return folder;
}
