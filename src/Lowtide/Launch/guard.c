/* guard LOG COMMAND [ARGUMENT...]: runs COMMAND so that nothing of it outlives whoever holds the control pipe.
 *
 * A trial starts its servers under this. Lowtide may be killed at any moment, also by SIGKILL, and a server
 * may have daemonised or be deaf to SIGTERM; still none may stay behind.
 *
 * stdin   control: each byte is the number of a signal for COMMAND's process; end of file means kill everything.
 *         Whoever is ended by that very signal had no handler, so it could not pass it on: a shell that stayed above the
 *         server. What it leaves behind is then sent the signal too, each process once
 * stdout  reports: "pid N"; "running" once COMMAND, which is the launcher, has become the server; "exit N" or
 *         "signal N" when that process has ended; end of file when no descendant is left
 * LOG     appended to: COMMAND's standard output and error. Its standard input is /dev/null. COMMAND starts in a
 *         session of its own, with the signal mask and dispositions that the guard was started with.
 *
 * As child subreaper (prctl(2), PR_SET_CHILD_SUBREAPER) the guard becomes the parent of every orphan
 * below it. So killing its children until none is left reaches all descendants, and no pid it kills can
 * have been reused: only the guard itself reaps them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static const char CHILDREN[] = "/proc/thread-self/children"; /* CONFIG_PROC_CHILDREN */
static pid_t server;
static int asked_by;        /* the last signal from the control pipe; 0 before */
static pid_t asked[256];    /* who was sent it, so that none gets it twice: a second one makes some servers drop their work */
static size_t asked_count;
static int became[2]; /* the launcher writes "E" before its execve, more if that fails; success closes the pipe */

static void fail(const char *what, const char *path) {
    fprintf(stderr, "lowtide guard: cannot %s %s: %s\n", what, path, strerror(errno));
    _exit(1);
}

/* Whether the launcher may still say something. */
static int hear_launcher(void) {
    static char heard[4];
    static size_t length;
    static int ended;
    ssize_t got = 0;
    while (!ended && (got = read(became[0], heard + length, sizeof heard - length)) > 0)
        length += (size_t)got;
    if (!ended && got == 0) {
        ended = 1;
        if (length == 1 && heard[0] == 'E')
            dprintf(1, "running\n");
    }
    return !ended;
}

static void ask(pid_t pid) {
    for (size_t i = 0; i < asked_count; i++)
        if (asked[i] == pid)
            return;
    if (asked_count < sizeof asked / sizeof *asked) {
        asked[asked_count++] = pid;
        kill(pid, asked_by);
    }
}

/* Its orphans became the guard's children before it could be reaped. */
static void ask_orphans(void) {
    pid_t pid;
    FILE *children = fopen(CHILDREN, "re");
    while (children != NULL && fscanf(children, "%d", &pid) == 1)
        ask(pid);
    if (children != NULL)
        fclose(children);
}

static void note_end(pid_t pid, int status) {
    if (pid != server)
        return;
    hear_launcher(); /* "running" comes before the end, however soon that was */
    server = 0; /* from here on its pid may be another's */
    if (WIFSIGNALED(status))
        dprintf(1, "signal %d\n", WTERMSIG(status));
    else
        dprintf(1, "exit %d\n", WEXITSTATUS(status));
}

static void kill_all(void) {
    int status;
    pid_t pid;
    do {
        FILE *children = fopen(CHILDREN, "re");
        while (children != NULL && fscanf(children, "%d", &pid) == 1)
            kill(pid, SIGKILL);
        if (children != NULL)
            fclose(children);
        /* A dying process hands its children over before it can be reaped: the next round finds them. */
        pid = waitpid(-1, &status, 0);
        note_end(pid, status);
    } while (pid > 0);
    _exit(0);
}

static void reap(void) {
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        note_end(pid, status);
        if (asked_by != 0 && WIFSIGNALED(status) && WTERMSIG(status) == asked_by)
            ask_orphans();
    }
    if (pid < 0) /* no descendant is left */
        _exit(0);
}

static void become(char **command, const char *log, const sigset_t *mask, const struct sigaction *child_gone) {
    int output = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644), input = open("/dev/null", O_RDONLY);
    char descriptor[16];
    setsid();
    fcntl(became[1], F_SETFD, 0);
    snprintf(descriptor, sizeof descriptor, "%d", became[1]);
    setenv("LOWTIDE_GUARD_FD", descriptor, 1);
    if (output < 0 || input < 0)
        fail("open", log);
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    if (input > 2)
        close(input);
    if (output > 2)
        close(output);
    sigaction(SIGCHLD, child_gone, NULL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    execv(command[0], command);
    fail("start", command[0]);
}

int main(int argc, char **argv) {
    sigset_t handled, old_mask;
    struct sigaction child_gone = {.sa_handler = SIG_DFL}, old_child_gone;
    struct signalfd_siginfo received;
    unsigned char wanted;
    if (argc < 3 || access(CHILDREN, R_OK) != 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        fail("watch over", argc < 3 ? "nothing: guard LOG COMMAND" : CHILDREN);
    setsid(); /* away from the terminal: its Ctrl-C is for Lowtide, whose end the control pipe tells */

    sigemptyset(&handled);
    sigaddset(&handled, SIGCHLD);
    sigaddset(&handled, SIGTERM);
    sigaddset(&handled, SIGINT);
    sigaddset(&handled, SIGHUP);
    int signals = signalfd(-1, &handled, SFD_CLOEXEC | SFD_NONBLOCK);
    sigaddset(&handled, SIGPIPE); /* nobody may be left to read the reports */
    sigprocmask(SIG_BLOCK, &handled, &old_mask);
    sigaction(SIGCHLD, &child_gone, &old_child_gone); /* ignored, it would make waitpid() see nothing */

    if (signals < 0 || pipe2(became, O_CLOEXEC | O_NONBLOCK) != 0 || (server = fork()) < 0)
        fail("start", argv[2]);
    if (server == 0)
        become(argv + 2, argv[1], &old_mask, &old_child_gone);
    close(became[1]);
    dprintf(1, "pid %d\n", server);

    struct pollfd ready[] = {{0, POLLIN, 0}, {signals, POLLIN, 0}, {became[0], POLLIN, 0}};
    for (;;) {
        if (poll(ready, 3, -1) < 0)
            continue;
        if (ready[2].revents != 0 && !hear_launcher())
            ready[2].fd = -1;
        while (read(signals, &received, sizeof received) == sizeof received)
            if (received.ssi_signo != SIGCHLD)
                kill_all();
        reap();
        if (ready[0].revents != 0) {
            if (read(0, &wanted, 1) != 1)
                kill_all();
            asked_by = wanted;
            asked_count = 0;
            if (server > 0)
                ask(server);
        }
    }
}
