/* A worker whose memory goes a known course, under a load that has days, and the master that starts it anew.
 *
 *   growing COURSE SEED DAY_SECONDS LIFE_DAYS LIVES [FIRST_LIFE]
 *
 * COURSE: settled; linear: keeps a part of what it allocates; filling: a cache of so many keys, all as likely; popular: a cache of which
 * some keys are asked for more than others; steps: keeps a lump now and then; fragments: frees all but a little of each allocation, so
 * that the next and longer one does not fit into the hole. Counted as kept: malloc keeps it; threads: each day one more, which malloc gives
 * an arena of its own.
 * Of each life it prints a JSON line when the worker holds what it begins with, "level", in bytes, and one at its end: "kept", the worker's
 * own count of what it kept beside that, at each hour of its days. Ends when all lives are over, or with its input. growing.py, growing.rb
 * and growing.cs do the same in their runtimes, one life each.
 */
#define _GNU_SOURCE
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { keys = 4096, requests = 256, pinned = 32, most_hours = 24 * 40, lump = 2 << 20, most_threads = 14 };

static double between(double low, double high) { return low + (high - low) * drand48(); }

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec + at.tv_nsec * 1e-9;
}

static void *keep(size_t size) { return memset(malloc(size), 1, size); }

static void *hold(void *nothing)
{
    for (int held = 0; held < lump; held += 1000)
        keep(1000);
    pause();
    return nothing;
}

/* Asked for often in the beginning of the numbers, seldom in the end. */
static int popular(void) { return (int)(keys * pow(drand48(), 6)); }

static void work(const char *course, long seed, double day, double days, int life)
{
    srand48(seed);
    double level = between(8, 24) * (1 << 20), size = between(0.15, 1.0) * level, load = between(0, 0.15) * size, phase = between(0, day);
    int jumps = 1 + (int)between(0, 4);
    double length = day * days, jump_at[5], jump_size[5];
    for (int each = 0; each < jumps; each++) {
        jump_at[each] = between(0.08, 0.92) * length;
        jump_size[each] = between(0.12, 0.4) * level;
    }
    /* Requests in the last life have another order than in the first. */
    srand48(seed + 1000 * life);
    for (double base = 0; base < level; base += 1000)
        keep(1000);
    char *cache[keys] = { 0 }, *busy[requests] = { 0 }, *last = 0;
    size_t busy_size = (size_t)(2 * load / requests) + 64, entry = (size_t)(size / keys), hole = 2048;
    double asks = keys * (course[0] == 'f' ? between(3, 10) : between(6, 20));
    static double hours[most_hours];
    long hour = 0, jumped = 0, threads = 0;
    printf("{\"worker\":%d,\"level\":%.0f}\n", getpid(), level);
    fflush(stdout);
    double kept = 0, due = 0, begin = now(), at, before = 0;
    for (; (at = now() - begin) < length; before = at) {
        for (; hour < most_hours && hour * day / 24 <= at; hour++)
            hours[hour] = kept;
        due += size * (at - before) / length;
        if (!strcmp(course, "linear"))
            for (; due > 0; due -= 600, kept += 600)
                keep(600);
        if (!strcmp(course, "filling") || !strcmp(course, "popular"))
            for (double asked = asks * (at - before) / length; asked > 0; asked -= 1) {
                int key = asked < 1 && drand48() > asked ? -1 : course[0] == 'f' ? (int)(keys * drand48()) : popular();
                if (key >= 0 && !cache[key]) {
                    cache[key] = keep(entry);
                    kept += entry;
                }
            }
        if (!strcmp(course, "steps"))
            for (int each = 0; each < jumps; each++)
                if (jump_at[each] <= at && !(jumped & 1 << each)) {
                    jumped |= 1 << each;
                    for (double lump = 0; lump < jump_size[each]; lump += 1000)
                        keep(1000);
                    kept += jump_size[each];
                }
        if (!strcmp(course, "fragments"))
            for (; due > 0; due -= hole / 8, hole += 16) { /* much more than the load could take up again */
                char *next = keep(hole);
                last = last ? realloc(last, pinned) : last; /* the rest of it is a hole, between what is kept */
                last = next;
                kept += hole;
            }
        for (pthread_t thread; !strcmp(course, "threads") && threads < most_threads && threads * day <= at; threads++, kept += lump)
            pthread_create(&thread, NULL, hold, NULL);
        /* So many requests hold memory as the hour asks for. */
        double share = 0.5 + 0.5 * sin(2 * M_PI * (at + phase) / day);
        for (int each = 0; each < requests; each++) {
            int wanted = each < share * requests;
            if (wanted && !busy[each])
                busy[each] = keep(busy_size);
            else if (!wanted && busy[each]) {
                free(busy[each]);
                busy[each] = 0;
            }
        }
        if (drand48() < 0.01)
            free(keep((size_t)between(10, 50) * 4096));
        usleep(4000);
    }
    printf("{\"kept\":[");
    for (long each = 0; each < hour; each++)
        printf("%.0f,", hours[each]);
    printf("%.0f]}\n", kept);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    if (count < 6)
        return 2;
    int first = count > 6 ? atoi(arguments[6]) : 0, lives = atoi(arguments[5]);
    for (int life = first; life < first + lives; life++) {
        pid_t worker = fork();
        if (worker == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            work(arguments[1], atol(arguments[2]), atof(arguments[3]), atof(arguments[4]), life);
            _exit(0);
        }
        while (waitpid(worker, NULL, WNOHANG) == 0) {
            struct pollfd input = { 0, POLLIN, 0 };
            if (poll(&input, 1, 5) > 0) {
                kill(worker, SIGKILL);
                return 0;
            }
        }
    }
    return 0;
}
