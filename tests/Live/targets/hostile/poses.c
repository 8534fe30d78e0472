/* A program that costs whoever looks at it by what it maps and shows, and hardly anything itself.

       poses alternating FOLDER     as .NET, by a file's name, with 32,000 pairs of memory in use and memory reserved
       poses doublemapper FOLDER    as .NET, with 1,900 mappings of 64 GiB of what .NET maps twice
       poses heap GIB               with so much memory of malloc's by brk(2), of which a page in 16 GiB was touched
       poses code FOLDER            as .NET, with 30,000 mappings of code in memory that has no file
       poses preloads               with 30,000 libraries in LD_PRELOAD, none of which is there
       poses words                  with 2 GiB of arguments and as much of variables (PR_SET_MM_MAP, PR_SET_MM(2const))
       poses paths FOLDER           with 65,000 mappings of a file whose path is as long as one can be

   It says {} and ends with its input; {"refused": true} where the kernel does not let it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/prctl.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096UL
#define MIB (1UL << 20)
#define GIB (1UL << 30)

static void check(int holds, const char *what)
{
    if (!holds) {
        perror(what);
        exit(1);
    }
}

static char *reserve(size_t size)
{
    char *place = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    check(place != MAP_FAILED, "reserve");
    return place;
}

static void map_runtime(const char *folder)
{
    char path[PAGE];
    snprintf(path, sizeof path, "%s/libcoreclr.so", folder);
    int file = open(path, O_RDWR | O_CREAT, 0600);
    check(file >= 0 && ftruncate(file, PAGE) == 0, path);
    check(mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, file, 0) != MAP_FAILED, path);
    close(file);
}

static void map_alternating(void)
{
    const size_t pairs = 32000, length = 66 * MIB;
    char *place = reserve(pairs * length + MIB);
    place = (char *)(((uintptr_t)place + MIB - 1) & ~(MIB - 1));
    for (size_t pair = 0; pair < pairs; pair++)
        check(mprotect(place + pair * length, MIB, PROT_READ | PROT_WRITE) == 0, "mprotect");
}

static void map_twice(void)
{
    int file = memfd_create("doublemapper", 0);
    check(file >= 0 && ftruncate(file, 64 * GIB) == 0, "memfd_create");
    for (int mapping = 0; mapping < 1900; mapping++) {
        char *place = mmap(NULL, 64 * GIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
        check(place != MAP_FAILED, "mmap of a memfd");
        place[mapping * PAGE] = 1;
    }
}

static void grow_heap(size_t gib)
{
    mallopt(M_MMAP_MAX, 0); /* brk alone; more at once than the machine has would be refused (__vm_enough_memory, mm/util.c) */
    for (size_t grown = 0; grown < gib; grown += 16)
        check(malloc(16 * GIB - 64) != NULL, "malloc");
}

static void map_code(void)
{
    const size_t mappings = 30000;
    int file = memfd_create("doublemapper", 0);
    check(file >= 0 && ftruncate(file, 2 * mappings * PAGE) == 0, "memfd_create");
    for (size_t mapping = 0; mapping < mappings; mapping++) /* of every other page, as neighbours would become one mapping */
        check(mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_SHARED, file, (off_t)(2 * mapping * PAGE)) != MAP_FAILED, "mmap of a memfd");
}

/* 2 GiB of which the first 16 MiB are words: of a file's memory the kernel would show nothing (FOLL_ANON in get_mm_cmdline, fs/proc/base.c). */
static char *words(size_t *shown)
{
    const size_t length = 16 * MIB;
    char *place = reserve(2 * GIB);
    check(mprotect(place, 2 * GIB, PROT_READ | PROT_WRITE) == 0, "mprotect");
    memset(place, 'a', length);
    for (size_t at = 0; at < length; at += PAGE) {
        memcpy(place + at, "PATH=", 5);
        place[at + PAGE - 1] = 0;
    }
    *shown = 2 * GIB;
    return place;
}

/* One variable that is just short enough to be kept. */
static char *preloads(size_t *shown)
{
    const char beginning[] = "LD_PRELOAD=", library[] = "/ab:";
    const size_t length = 120 * 1024;
    char *place = malloc(length + sizeof beginning);
    check(place != NULL, "malloc");
    memcpy(place, beginning, sizeof beginning - 1);
    for (*shown = sizeof beginning - 1; *shown < length; *shown += sizeof library - 1)
        memcpy(place + *shown, library, sizeof library - 1);
    place[(*shown)++] = 0;
    return place;
}

static int show(char *(*made)(size_t *))
{
    char text[PAGE], *field = NULL;
    unsigned long value[53] = {0};
    FILE *stat = fopen("/proc/self/stat", "r");
    check(stat && fgets(text, sizeof text, stat) && (field = strrchr(text, ')')), "stat");
    fclose(stat);
    field = strtok(field + 1, " ");
    for (int number = 3; field && number < 53; number++, field = strtok(NULL, " "))
        value[number] = strtoul(field, NULL, 10); /* numbered as in proc_pid_stat(5) */
    size_t shown;
    uintptr_t place = (uintptr_t)made(&shown);
    struct prctl_mm_map map = {
        .start_code = value[26], .end_code = value[27], .start_data = value[45], .end_data = value[46], .start_brk = value[47],
        .brk = (uintptr_t)sbrk(0), .start_stack = value[28], .arg_start = place, .arg_end = place + shown, .env_start = place,
        .env_end = place + shown, .auxv = NULL, .auxv_size = 0, .exe_fd = (uint32_t)-1,
    };
    return prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof map, 0) == 0;
}

/* The folders are gone once the file is mapped: it keeps its path, and " (deleted)" behind it. */
static void map_paths(const char *folder)
{
    char name[251];
    memset(name, 'x', 250);
    name[250] = 0;
    check(chdir(folder) == 0, folder);
    int deep = (int)((PAGE - 32 - strlen(folder)) / 251);
    for (int level = 1; level < deep; level++)
        check(mkdir(name, 0700) == 0 && chdir(name) == 0, "mkdir");
    int file = open(name, O_RDWR | O_CREAT, 0600);
    check(file >= 0 && ftruncate(file, PAGE) == 0, "a file with a long path");
    char *place = reserve(65000 * 2 * PAGE);
    for (size_t mapping = 0; mapping < 65000; mapping++)
        check(mmap(place + mapping * PAGE, PAGE, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) != MAP_FAILED, "mmap of a file");
    unlink(name);
    for (int level = 1; level < deep; level++)
        check(chdir("..") == 0 && rmdir(name) == 0, "rmdir");
}

int main(int count, char **arguments)
{
    const char *how = count > 1 ? arguments[1] : "", *where = count > 2 ? arguments[2] : "";
    int shown = 1;
    if (strcmp(how, "alternating") == 0 || strcmp(how, "doublemapper") == 0 || strcmp(how, "code") == 0)
        map_runtime(where);
    if (strcmp(how, "alternating") == 0)
        map_alternating();
    else if (strcmp(how, "doublemapper") == 0)
        map_twice();
    else if (strcmp(how, "heap") == 0)
        grow_heap(strtoul(where, NULL, 10));
    else if (strcmp(how, "words") == 0)
        shown = show(words);
    else if (strcmp(how, "preloads") == 0)
        shown = show(preloads);
    else if (strcmp(how, "code") == 0)
        map_code();
    else if (strcmp(how, "paths") == 0)
        map_paths(where);
    else {
        fputs("poses: its head says how\n", stderr);
        return 2;
    }
    puts(shown ? "{}" : "{\"refused\": true}");
    fflush(stdout);
    while (getchar() != EOF)
        ;
}
