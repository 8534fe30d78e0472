/* In the place of lib/lowtide-program: tries what a program that was taken over would do, on the process whose pid stands in REACH_FOR, and says what the
 * kernel answers: a line "call error" each. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *call, long result) { printf("%s %d\n", call, result < 0 ? errno : 0); }

static void *nothing(void *argument) { return argument; }

static void start(const char *call, long child) {
    if (child == 0)
        _exit(0);
    say(call, child);
    if (child > 0)
        waitpid((pid_t)child, NULL, 0);
}

int main(void) {
    pid_t other = atoi(getenv("REACH_FOR"));
    char byte = 0;
    struct iovec here = {&byte, 1};
    struct rlimit limit;
    struct f_owner_ex owner = {F_OWNER_PID, other};
    int ends[2];
    pthread_t thread;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 1;
    say("kill", kill(other, 0));
    say("kill-all", kill(-1, 0));
    say("tgkill", syscall(SYS_tgkill, other, other, 0));
    say("tkill", syscall(SYS_tkill, other, 0));
    say("pidfd_send_signal", syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, other, 0), 0, NULL, 0));
    say("ptrace", ptrace(PTRACE_SEIZE, other, 0, 0));
    say("process_vm_writev", process_vm_writev(other, &here, 1, &here, 1, 0));
    say("prlimit", syscall(SYS_prlimit64, other, RLIMIT_NOFILE, NULL, &limit));
    start("fork", syscall(SYS_fork));
    start("clone", fork()); /* the library's: by clone */
    say("mount", mount("none", "/nowhere", "tmpfs", 0, NULL));
    say("unshare", unshare(CLONE_NEWNS));
    say("bpf", syscall(SYS_bpf, 0, NULL, 0));
    say("terminal", ioctl(0, TIOCSTI, "x"));
    say("fcntl-owner", fcntl(ends[0], F_SETOWN, other));
    say("fcntl-owner-ex", fcntl(ends[0], F_SETOWN_EX, &owner));
    say("fcntl-signal", fcntl(ends[0], F_SETSIG, SIGKILL));
    say("ioctl-owner", ioctl(ends[0], FIOSETOWN, &other));
    say("ioctl-group", ioctl(ends[0], SIOCSPGRP, &other));
    say("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
    say("setns", setns(ends[0], 0));
    say("pidfd_getfd", syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, other, 0), 0, 0));
    say("init_module", syscall(SYS_init_module, NULL, 0, ""));
    say("own-fcntl", fcntl(ends[0], F_GETFL));
    say("own-kill", kill(getpid(), 0));
    say("own-tgkill", syscall(SYS_tgkill, getpid(), getpid(), 0));
    say("own-prlimit", getrlimit(RLIMIT_NOFILE, &limit));
    say("read", process_vm_readv(getpid(), &here, 1, &here, 1, 0) == 1 ? 0 : -1);
    say("thread", -pthread_create(&thread, NULL, nothing, NULL));
    return 0;
}
