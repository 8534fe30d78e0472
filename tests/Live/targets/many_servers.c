// COUNT servers of one worker each, every one a program of its own; all end with the standard input.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void wait_for_end(void)
{
    char end;
    while (read(0, &end, 1) > 0)
        ;
}

static int serve(void)
{
    if (fork() > 0 && write(1, ".", 1) != 1)
        return 1;
    wait_for_end();
    return 0;
}

int main(int count, char **words)
{
    if (count < 2)
        return serve();
    pid_t pid;
    int told[2], servers = atoi(words[1]);
    char *child[] = {"many_servers", NULL}, one;
    posix_spawn_file_actions_t files;
    if (pipe(told) != 0 || posix_spawn_file_actions_init(&files) != 0 || posix_spawn_file_actions_adddup2(&files, told[1], 1) != 0
        || posix_spawn_file_actions_addclose(&files, told[0]) != 0 || posix_spawn_file_actions_addclose(&files, told[1]) != 0)
        return 1;
    for (int number = 0; number < servers; number++)
        if (posix_spawn(&pid, "/proc/self/exe", &files, NULL, child, environ) != 0 || read(told[0], &one, 1) != 1)
            return 1;
    puts("{}");
    fflush(stdout);
    wait_for_end();
    while (wait(NULL) > 0)
        ;
    return 0;
}
