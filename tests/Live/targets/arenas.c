/* Threads that hold and free malloc memory in known ways, and what glibc itself says of it.
 *
 *   arenas THREADS still|busy|damaged
 *
 * Started with GLIBC_TUNABLES=glibc.malloc.tcache_count=7. Each thread fills its tcache with a known number of chunks, frees more of the same sizes, and frees long chunks between
 * used ones. busy: one more thread for each goes on allocating and freeing. damaged: each writes a wrong size into the head
 * of a used chunk in the middle.
 * Prints a JSON line when ready: for each arena, the main one first, its bytes from the system and free (malloc_info, without the
 * flag bits that it counts), and the bytes in the tcaches of the threads. Then a line for each line of its input:
 *   trim    given_back: the drop in its resident memory by malloc_trim(0)
 * It ends with its input. Nothing here allocates after the threads are done. LONGS and MORE: how many chunks each frees or keeps.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef LONGS
#define LONGS 3000
#define MORE 40
#endif

enum { classes = 60, kept = 7, more = MORE, longs = LONGS };

static pthread_barrier_t ready, told;
static int busy, damaged;
static char text[1 << 20], answer[1 << 16];

static void *work(void *argument)
{
    unsigned seed = (unsigned)(size_t)argument;
    char *chunks[classes][kept + more], *lines[longs], *between[longs];
    for (int class = 0; class < classes; class++)
        for (int each = 0; each < kept + more; each++)
            chunks[class][each] = memset(malloc(24 + 16 * class), 1, 24 + 16 * class);
    for (int each = 0; each < longs; each++) {
        size_t size = 1100 + rand_r(&seed) % 20000;
        lines[each] = memset(malloc(size), 1, size);
        between[each] = malloc(1100);
    }
    /* The first of each class fill the tcache; the rest go to fastbins, or to bins and merge. */
    for (int class = 0; class < classes; class++)
        for (int each = 0; each < kept + more; each += each < kept ? 1 : 2)
            free(chunks[class][each]);
    for (int each = 0; each < longs; each++)
        if (rand_r(&seed) % 3)
            free(lines[each]);
    if (damaged)
        ((size_t *)between[longs / 2])[-1] = 0x7777777777777770;
    pthread_barrier_wait(&ready);
    pthread_barrier_wait(&told);
    while (busy) {
        int each = rand_r(&seed) % longs;
        free(between[each]);
        between[each] = memset(malloc(40 + rand_r(&seed) % 6000), 2, 40);
    }
    return pause(), NULL;
}

static long resident(void)
{
    static char rollup[4096];
    int file = open("/proc/self/smaps_rollup", O_RDONLY);
    rollup[read(file, rollup, sizeof rollup - 1)] = 0;
    close(file);
    return 1024 * atol(strstr(rollup, "Rss:") + 4);
}

static long number(const char *from, const char *mark) { return atol(strstr(from, mark) + strlen(mark)); }

/* Of one arena's text. A chunk in a bin is counted with its flag PREV_INUSE; the top, one of the rest, without. */
static int tell(char *at, const char *arena)
{
    const char *fast = strstr(arena, "<total type=\"fast\""), *rest = strstr(arena, "<total type=\"rest\"");
    long free = number(rest, "size=\"") - (number(rest, "count=\"") - 1) + (fast && fast < rest ? number(fast, "size=\"") : 0);
    return sprintf(at, "{\"system\":%ld,\"free\":%ld}", number(strstr(rest, "<system"), "size=\""), free);
}

int main(int count, char **arguments)
{
    int threads = count > 1 ? atoi(arguments[1]) : 0;
    busy = count > 2 && !strcmp(arguments[2], "busy");
    damaged = count > 2 && !strcmp(arguments[2], "damaged");
    FILE *info = tmpfile();
    setvbuf(info, text, _IOFBF, sizeof text);
    pthread_barrier_init(&ready, NULL, threads + 1);
    pthread_barrier_init(&told, NULL, threads + 1);
    for (long each = 0; each < threads; each++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, (void *)(each + 1));
    }
    pthread_barrier_wait(&ready);
    long tcache = 0;
    for (int class = 0; class < classes; class++)
        tcache += kept * (32 + 16L * class);
    malloc_info(0, info);
    char *at = answer + sprintf(answer, "{\"tcache\":%ld,\"arenas\":[", tcache);
    const char *heap = strstr(text, "<heap nr"), *next;
    for (; heap; heap = next) {
        next = strstr(heap + 1, "<heap nr");
        at += tell(at, heap);
        *at++ = next ? ',' : ']';
    }
    strcpy(at, "}\n");
    if (write(1, answer, strlen(answer)) < 0)
        return 1;
    pthread_barrier_wait(&told);
    char line[16];
    while (read(0, line, sizeof line) > 0) {
        long before = resident();
        malloc_trim(0);
        sprintf(answer, "{\"given_back\":%ld}\n", before - resident());
        if (write(1, answer, strlen(answer)) < 0)
            return 1;
    }
    return 0;
}
