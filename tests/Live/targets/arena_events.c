/* Changes what malloc's arenas are while somebody reads them.
 *
 *   arena_events creates|forks|worker
 *
 * creates: one thread after the other is given an arena, 200 in all (start it with MALLOC_ARENA_MAX=256). forks: a heap that stays as it is,
 * in a process that forks all the time. Prints a JSON line when it begins, "threads": how many there will be. It ends with its input.
 *
 * worker: a child that takes more by brk and frees all of that, so that its top begins in what it inherited and ends behind. Prints the child's
 * pid, and what mallinfo2(3) says there to be in use, and of the top.
 */
#include <malloc.h>
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

static int worker(void)
{
    enum { more = 400 };
    char *volatile held[more]; // or the compiler leaves calls of malloc out
    char line[80];
    do
        held[0] = memset(malloc(2000), 1, 2000);
    while ((char *)sbrk(0) - held[0] > 8192);
    pid_t child = fork();
    if (child)
        return waitpid(child, NULL, 0) < 0;
    for (int each = 0; each < more; each++)
        held[each] = memset(malloc(2000), 1, 2000);
    for (int each = more; each-- > 0;)
        free(held[each]);
    struct mallinfo2 info = mallinfo2();
    // dprintf has a buffer from malloc, and gives it back when all is written: the reader may come before.
    int length = snprintf(line, sizeof line, "{\"child\":%d,\"in_use\":%zu,\"top\":%zu}\n", getpid(), info.uordblks, info.keepcost);
    return write(1, line, length) != length || read(0, line, sizeof line) < 0;
}

int main(int count, char **arguments)
{
    if (count > 1 && !strcmp(arguments[1], "worker"))
        return worker();
    int creates = count > 1 && !strcmp(arguments[1], "creates");
    char *held[pieces], line[80];
    for (int each = 0; each < pieces; each++)
        held[each] = memset(malloc(1500 + each), 1, 1500);
    for (int each = 0; each < pieces; each += 2)
        free(held[each]);
    // Not by dprintf, as above: one look in many found its buffer, and the next did not.
    int length = snprintf(line, sizeof line, "{\"threads\":%d}\n", threads);
    if (write(1, line, length) != length)
        return 1;
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
