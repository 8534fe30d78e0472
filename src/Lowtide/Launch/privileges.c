/* Lowtide is root beside programs that it does not know. A mistake in how it reads one must not become that program's way to the machine: each verb keeps
 * the capabilities that it needs, and every one that only reads gives up the system calls by which it could touch another process or start one.
 * `run` and `trial` start what the caller typed, with all that the caller has: nothing is dropped there. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "privileges.h"

#define CAPABILITY(name) (1ULL << CAP_##name)

/* linux/capability.h of Debian 12 has both; a file of another user is not written without the first, nor its socket connected to. */
#define WRITE_ANYWHERE CAPABILITY(DAC_OVERRIDE)
#define READ_FILES CAPABILITY(DAC_READ_SEARCH) /* every verb's: the program itself may lie in a user's closed home */
/* Memory, page tables and mapped files of any user's process; frames of pages are SYS_ADMIN's (Documentation/admin-guide/mm/pagemap.rst). */
#define READ_PROCESSES (READ_FILES | CAPABILITY(SYS_PTRACE) | CAPABILITY(SYS_ADMIN) | CAPABILITY(CHECKPOINT_RESTORE))
/* perf_event_open(2) of any process, buffers beyond the limit, and the place of the thread that empties them. */
#define WATCH_FAULTS (CAPABILITY(PERFMON) | CAPABILITY(IPC_LOCK) | CAPABILITY(SYS_NICE))

static const struct verb {
    const char *name;
    unsigned long long keeps;
    enum { READS, SIGNALS, STARTS_PROGRAMS } does;
} verbs[] = {
    {"explain", READ_PROCESSES | WRITE_ANYWHERE, READS}, /* first: the verb of a call without one */
    {"ps", READ_PROCESSES, READS},
    {"record", READ_PROCESSES | WRITE_ANYWHERE | WATCH_FAULTS, READS},
    {"faults", READ_PROCESSES | WRITE_ANYWHERE | WATCH_FAULTS, READS},
    {"compare", READ_PROCESSES | WRITE_ANYWHERE, READS},
    {"remedies", READ_PROCESSES, READS},
    {"doctor", READ_PROCESSES | WRITE_ANYWHERE | WATCH_FAULTS, READS},
    {"report", READ_FILES | WRITE_ANYWHERE, READS},
    {"trials", READ_FILES, READS},
    {"serve", READ_PROCESSES | WRITE_ANYWHERE | CAPABILITY(SYSLOG), READS}, /* its history; whom the kernel killed for memory */
    {"load", READ_FILES | WRITE_ANYWHERE, READS}, /* --body, --log */
    {"guard", READ_PROCESSES | WRITE_ANYWHERE | CAPABILITY(SYSLOG) | CAPABILITY(KILL), SIGNALS},
    {"run", ~0ULL, STARTS_PROGRAMS},
    {"trial", ~0ULL, STARTS_PROGRAMS},
};

/* A service that may end workers is told so where it is started, and not by its settings alone. */
static const struct verb guarding_serve =
    {"serve --guard", READ_PROCESSES | WRITE_ANYWHERE | CAPABILITY(SYSLOG) | CAPABILITY(KILL), SIGNALS};

static const struct verb *verb_named(const char *word) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, word) == 0)
            return &verbs[i];
    return NULL;
}

/* Options may stand before the verb, with words of their own. No verb at all is a glance at the host; a first word that is none is an error to be printed. */
static const struct verb *verb_of(int argc, char **argv) {
    static const struct verb none = {"", READ_FILES, READS};
    const struct verb *found;
    if (argc > 1 && argv[1][0] != '-')
        return (found = verb_named(argv[1])) != NULL ? found : &none;
    for (int i = 1; i < argc; i++)
        if ((found = verb_named(argv[i])) != NULL)
            return found;
    return &verbs[0];
}

/* capabilities(7): what root gets anew at an execve is bounded by the bounding set, and with no_new_privs by what it had. */
static void keep_capabilities(unsigned long long keeps, const char *program) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    struct stat state;
    if (syscall(SYS_capget, &header, data) != 0)
        return;
    /* A container's root may lack the one to read, and have the one to write, which lets read too. And only that one lets root start a program that its
     * owner alone may start, as who builds with umask 077 leaves it. */
    if ((data[0].permitted & READ_FILES) == 0 ||
        (stat(program, &state) == 0 && state.st_uid != geteuid() && (state.st_mode & S_IXOTH) == 0))
        keeps |= WRITE_ANYWHERE;
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        if ((keeps >> capability & 1) == 0)
            prctl(PR_CAPBSET_DROP, capability, 0, 0, 0); /* needs CAP_SETPCAP; who lacks that loses them below */
    for (int half = 0; half < 2; half++) {
        unsigned mask = (unsigned)(keeps >> 32 * half);
        data[half].effective &= mask;
        data[half].permitted &= mask;
        data[half].inheritable &= mask;
    }
    syscall(SYS_capset, &header, data);
}

/* Of a user who is not root a program started next has none of this one's capabilities, unless they are ambient (capabilities(7)). In an image this file
 * has them as permitted ones: Kubernetes gives them to a user in no other way (kubernetes/enhancements, KEP-2763). */
static void hand_on_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    if (geteuid() == 0 || syscall(SYS_capget, &header, data) != 0)
        return;
    for (int half = 0; half < 2; half++)
        data[half].effective = data[half].inheritable = data[half].permitted;
    if (syscall(SYS_capset, &header, data) != 0)
        return;
    for (int capability = 0; capability < 64; capability++)
        if ((data[capability / 32].permitted >> capability % 32 & 1) != 0)
            prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0);
}

static struct sock_filter filter[256];
static unsigned short length;

static void add(unsigned short code, unsigned char jump_true, unsigned char jump_false, unsigned constant) {
    filter[length++] = (struct sock_filter){code, jump_true, jump_false, constant};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset); }
static void refuse(int error) { add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | (unsigned)error); }
static void allow(void) { add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW); }

/* The number is loaded; it still is for the calls that are none of these. */
static void refuse_call(int call, int error) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)call);
    refuse(error);
}

/* Their first argument is a process: this one alone. Its number stays what it is over execve. */
static void own_process_alone(int call, int none_too) {
    unsigned char extra = none_too ? 2 : 0;
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, (unsigned char)(4 + extra), (unsigned)call);
    load(offsetof(struct seccomp_data, args[0])); /* a pid_t: the low half, on a little-endian machine */
    if (none_too) {
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
        allow();
    }
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)getpid());
    allow();
    refuse(EPERM);
}

/* Their second argument is a command: none of these. */
static void refuse_commands(int call, const unsigned *commands, unsigned char count) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, (unsigned char)(count + 3), (unsigned)call);
    load(offsetof(struct seccomp_data, args[1]));
    for (unsigned char i = 0; i < count; i++)
        add(BPF_JMP | BPF_JEQ | BPF_K, (unsigned char)(count - i), 0, commands[i]);
    allow();
    refuse(EPERM);
}

/* What types into a terminal as if its user did, with CAP_SYS_ADMIN into any: ioctl_tty(2). And what names somebody to get a signal once a file or a socket
 * has something to read: root may name any process, and any signal (sigio_perm and send_sigio_to_task, fs/fcntl.c). */
static void no_typing_nor_signals(void) {
    static const unsigned controls[] = {TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP};
    static const unsigned owners[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
    refuse_commands(SYS_ioctl, controls, sizeof controls / sizeof *controls);
    refuse_commands(SYS_fcntl, owners, sizeof owners / sizeof *owners);
}

/* Threads, and no processes. */
static void threads_alone(void) {
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_clone);
    load(offsetof(struct seccomp_data, args[0]));
    add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD);
    allow();
    refuse(EPERM);
    refuse_call(SYS_clone3, ENOSYS); /* its flags are behind a pointer; glibc then takes clone (clone-internal.c) */
    refuse_call(SYS_fork, EPERM);
    refuse_call(SYS_vfork, EPERM);
}

/* What touches other processes, and what makes CAP_SYS_ADMIN more than a way to see frames. */
static const int refused[] = {
    SYS_ptrace, SYS_process_vm_writev, SYS_tkill, SYS_pidfd_send_signal, SYS_pidfd_getfd, SYS_process_madvise, SYS_process_mrelease,
    SYS_migrate_pages, SYS_move_pages, SYS_ioprio_set, SYS_execveat,
    SYS_mount, SYS_umount2, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_pivot_root, SYS_chroot, SYS_setns,
    SYS_unshare, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_kexec_file_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_bpf,
    SYS_userfaultfd, SYS_io_uring_setup, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_mknod, SYS_mknodat, SYS_acct, SYS_quotactl, SYS_quotactl_fd, SYS_iopl,
    SYS_ioperm, SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
    SYS_fanotify_init,
};

static void read_only(int signals) {
    load(offsetof(struct seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_ARCH_X86_64);
    refuse(ENOSYS);
    load(offsetof(struct seccomp_data, nr));
    add(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000); /* the x32 calls, by which the same is asked under other numbers */
    refuse(ENOSYS);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (!signals || refused[i] != SYS_pidfd_send_signal) /* a guard's, to whom it was told to; by a pid alone it may not */
            refuse_call(refused[i], EPERM);
    own_process_alone(SYS_kill, 0);
    own_process_alone(SYS_tgkill, 0);
    own_process_alone(SYS_rt_sigqueueinfo, 0);
    own_process_alone(SYS_rt_tgsigqueueinfo, 0);
    own_process_alone(SYS_prlimit64, 1);
    no_typing_nor_signals();
    threads_alone();
    allow();
    struct sock_fprog program = {length, filter};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0); /* a kernel without it: `lowtide doctor` says so */
}

void drop_privileges(int argc, char **argv, const char *program) {
    const struct verb *verb = verb_of(argc, argv);
    if (strcmp(verb->name, "serve") == 0)
        for (int i = 1; i < argc; i++)
            if (strcmp(argv[i], "--guard") == 0)
                verb = &guarding_serve;
    if (verb->does == STARTS_PROGRAMS)
        return;
    keep_capabilities(verb->keeps, program);
    hand_on_capabilities();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    read_only(verb->does == SIGNALS);
}
