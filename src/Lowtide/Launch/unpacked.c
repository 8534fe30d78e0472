/* Files that were unpacked are read at every start, and all of them are too much to hash each time (some 100 MB). So the list has each one's size and
 * the time of its last change (st_ctime), which nobody can set: whatever has been written to a file or cut off it since, by whomever, shows. What a
 * disk loses by itself does not. */
#define _GNU_SOURCE
#include "unpacked.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char LIST[] = "unpacked", END[] = "end\n";

static FILE *list;
static size_t prefix;

static int remove_entry(const char *path, const struct stat *state, int type, struct FTW *place) {
    (void)state, (void)type, (void)place;
    return remove(path);
}

void remove_folder(const char *folder) { nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

static int sync_path(const char *path) {
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), synced = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return synced;
}

/* After the sync, which on some file systems sets the time. */
static int note_entry(const char *path, const struct stat *state, int type, struct FTW *place) {
    struct stat now;
    (void)state, (void)place;
    if (type == FTW_SL)
        return 0;
    if (!sync_path(path) || lstat(path, &now) != 0)
        return -1;
    if (type == FTW_F)
        fprintf(list, "%lld %lld %ld %s\n", (long long)now.st_size, (long long)now.st_ctim.tv_sec, now.st_ctim.tv_nsec, path + prefix);
    return 0;
}

int note_unpacked(const char *folder) {
    char *text = NULL, *path = NULL;
    size_t length;
    prefix = strlen(folder) + 1;
    list = open_memstream(&text, &length);
    int noted = list != NULL && nftw(folder, note_entry, 16, FTW_DEPTH | FTW_PHYS) == 0 && fputs(END, list) >= 0 && fclose(list) == 0 &&
                asprintf(&path, "%s/%s", folder, LIST) > 0;
    int file = noted ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644) : -1;
    noted = file >= 0 && write(file, text, length) == (ssize_t)length && fsync(file) == 0 && sync_path(folder);
    return noted;
}

/* One line of the list: whether that file is as it says. */
static int is_as_noted(int folder, const char *line) {
    long long size, seconds;
    long nanoseconds;
    int name;
    struct stat state;
    return sscanf(line, "%lld %lld %ld %n", &size, &seconds, &nanoseconds, &name) == 3 &&
           fstatat(folder, line + name, &state, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(state.st_mode) && state.st_size == size &&
           state.st_ctim.tv_sec == seconds && state.st_ctim.tv_nsec == nanoseconds;
}

int is_as_unpacked(int cache, const char *name) {
    char *line = NULL;
    size_t room = 0;
    int whole = 0, folder = openat(cache, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int file = folder < 0 ? -1 : openat(folder, LIST, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    FILE *lines = file < 0 ? NULL : fdopen(file, "r");
    while (lines != NULL && getline(&line, &room, lines) > 0) {
        if ((whole = strcmp(line, END) == 0))
            break;
        line[strcspn(line, "\n")] = '\0';
        if (!is_as_noted(folder, line))
            break;
    }
    free(line);
    if (lines != NULL)
        fclose(lines);
    if (folder >= 0)
        close(folder);
    return whole;
}
