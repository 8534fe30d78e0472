/* So many servers of one master and one worker each, which sleep until standard input ends.
 *
 *     many_families COUNT
 *
 * Says "started" once all are there. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void sleep_until_the_end(void) {
    char byte;
    while (read(0, &byte, 1) > 0)
        ;
    _exit(0);
}

int main(int argc, char **argv) {
    int started = 0;
    for (int count = argc > 1 ? atoi(argv[1]) : 1; started < count; started++) {
        pid_t between = fork();
        if (between < 0)
            break;
        if (between == 0) {
            /* Its parent ends, so that it leads a family of its own and is not the worker of this program. */
            pid_t master = fork();
            if (master != 0)
                _exit(master < 0);
            if (fork() < 0)
                _exit(1);
            sleep_until_the_end();
        }
        int status;
        waitpid(between, &status, 0);
        if (status != 0)
            break;
    }
    printf("{\"started\": %d}\n", started);
    fflush(stdout);
    sleep_until_the_end();
}
