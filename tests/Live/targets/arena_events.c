/* Changes what malloc's arenas are while somebody reads them.
 *
 *   arena_events creates|forks
 *
 * creates: one thread after the other is given an arena, 200 in all (start it with MALLOC_ARENA_MAX=256). forks: a heap that stays as it is,
 * in a process that forks all the time. Prints a JSON line when it begins, "threads": how many there will be. It ends with its input.
 */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { threads = 200, pieces = 3000 };

static void *work(void *unused)
{
    for (int each = 0; each < 20; each++)
        memset(malloc(3000), 1, 3000);
    return pause(), unused;
}

static int ended(void)
{
    struct pollfd input = { 0, POLLIN, 0 };
    return poll(&input, 1, 0) > 0;
}

int main(int count, char **arguments)
{
    int creates = count > 1 && !strcmp(arguments[1], "creates");
    char *held[pieces], line[8];
    for (int each = 0; each < pieces; each++)
        held[each] = memset(malloc(1500 + each), 1, 1500);
    for (int each = 0; each < pieces; each += 2)
        free(held[each]);
    dprintf(1, "{\"threads\":%d}\n", threads);
    for (int each = 0; creates && each < threads && !ended(); each++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        usleep(3000);
    }
    while (!creates && !ended()) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
    }
    return read(0, line, sizeof line) < 0;
}
