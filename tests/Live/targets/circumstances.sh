#!/bin/sh
# Tells in what circumstances it was started. The first line is its pid; the rest is to be the same for
# two starts alike, so pids and numbers of pipes are blotted out. A shell, because Python ignores SIGPIPE itself.
echo "$$"
# Read before the pipeline below, of which the shell holds an end until it has started both sides. One stands for this script, one for this reading.
files=$(find /proc/$$/fd -type l -printf '%f %l\n' | sort -n)
{
    grep -E '^(Sig[PBIC]|Shd|Cap|Uid|Gid|Groups|Umask|NoNewPrivs|Seccomp|Speculation|THP|Cpus_allowed|Mems_allowed|Name)' /proc/$$/status
    cat /proc/$$/limits /proc/$$/coredump_filter /proc/$$/oom_score_adj /proc/$$/timerslack_ns /proc/$$/personality
    # group, session, terminal, its foreground group, priority, nice, real-time priority, policy: proc_pid_stat(5)
    sed 's/.*) //' /proc/$$/stat | cut -d ' ' -f 3-6,16-17,38-39
    pwd -P
    echo open files:
    echo "$files"
    grep -h flags /proc/$$/fdinfo/[012]
    echo environment:
    base64 /proc/$$/environ
    echo arguments:
    base64 /proc/$$/cmdline
} 2>&1 | sed -E "s/\b$$\b/PID/g; s/(pipe|socket):\[[0-9]+\]/\1/"
