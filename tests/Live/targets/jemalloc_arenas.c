// Allocates in five threads and frees a third, under a jemalloc that is preloaded; says what its arenas count, by mallctl(3).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 5, PIECES = 4000, CLASSES = 36 };

static int (*control)(const char *, void *, size_t *, void *, size_t);
static pthread_barrier_t done;

static void flush(void) { control("thread.tcache.flush", NULL, NULL, NULL, 0); }

static void *work(void *at)
{
    static void *pieces[THREADS][PIECES];
    void **mine = pieces[(long)at];
    for (int i = 0; i < PIECES; i++) {
        size_t bytes = 64 * (1 + i % (200 + (long)at));
        memset(mine[i] = malloc(bytes), 1, bytes);
    }
    for (int i = 0; i < PIECES; i += 3)
        free(mine[i]);
    flush();
    pthread_barrier_wait(&done);
    pthread_barrier_wait(&done);
    return NULL;
}

// 0 for an arena that nobody has needed yet.
static size_t count(const char *form, int arena, int class)
{
    char name[96];
    size_t value = 0, size = sizeof value;
    snprintf(name, sizeof name, form, arena, class);
    return control(name, &value, &size, NULL, 0) == 0 ? value : 0;
}

int main(void)
{
    // Nothing is allocated any more once it is counted: not by stdio either.
    static char output[4096], end;
    setvbuf(stdout, output, _IOFBF, sizeof output);
    *(void **)&control = dlsym(RTLD_DEFAULT, "mallctl");
    if (!control)
        return 2;
    pthread_t threads[THREADS];
    pthread_barrier_init(&done, NULL, THREADS + 1);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    pthread_barrier_wait(&done);

    size_t active = 0, dirty = 0, slabs = 0, small = 0, epoch = 1, size = sizeof epoch, unsigned_size = sizeof(unsigned);
    unsigned arenas = 0;
    flush();
    for (int twice = 0; twice < 2; twice++)
        control("epoch", &epoch, &size, &epoch, sizeof epoch);
    // The number behind the last would give all of them together.
    control("arenas.narenas", &arenas, &unsigned_size, NULL, 0);
    for (int arena = 0; arena < (int)arenas; arena++) {
        active += count("stats.arenas.%d.pactive", arena, 0) * 4096;
        dirty += count("stats.arenas.%d.pdirty", arena, 0) * 4096;
        small += count("stats.arenas.%d.small.allocated", arena, 0);
        for (int class = 0; class < CLASSES; class++)
            slabs += count("stats.arenas.%d.bins.%d.curslabs", arena, class) * count("arenas.bin.%2$d.slab_size", arena, class);
    }
    printf("{\"active\": %zu, \"dirty\": %zu, \"slab_free\": %zu}\n", active, dirty, slabs - small);
    fflush(stdout);
    return read(0, &end, 1) < 0;
}
