#!/bin/sh
# Tells in what circumstances it was started. The first line is its pid; the rest is to be the same for
# two starts alike, so pids and numbers of pipes are blotted out. A shell, because Python ignores SIGPIPE itself.
echo "$$"
# find writes the list itself, before the pipeline below: of a pipe or a redirection the shell would hold an end, and of a pipe it depends on who
# comes first whether it still does. One stands for this script. In a subshell: once dash has started a program itself, by vfork, it blocks no signal
# any more (sigclearmask in vforkexec, its jobs.c), whatever it was started with.
list=$(mktemp)
(find /proc/$$/fd -type l -fprintf "$list" '%f %l\n')
{
    grep -E '^(Sig[PBIC]|Shd|Cap|Uid|Gid|Groups|Umask|NoNewPrivs|Seccomp|Speculation|THP|Cpus_allowed|Mems_allowed|Name)' /proc/$$/status
    cat /proc/$$/limits /proc/$$/coredump_filter /proc/$$/oom_score_adj /proc/$$/timerslack_ns /proc/$$/personality
    # group, session, terminal, its foreground group, priority, nice, real-time priority, policy: proc_pid_stat(5)
    sed 's/.*) //' /proc/$$/stat | cut -d ' ' -f 3-6,16-17,38-39
    pwd -P
    echo open files:
    sort -n "$list"
    grep -h flags /proc/$$/fdinfo/[012]
    echo environment:
    base64 /proc/$$/environ
    echo arguments:
    base64 /proc/$$/cmdline
    rm "$list"
} 2>&1 | sed -E "s/\b$$\b/PID/g; s/(pipe|socket):\[[0-9]+\]/\1/"
