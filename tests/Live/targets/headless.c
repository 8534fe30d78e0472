// Its main thread ends, another one goes on until its standard input ends.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_t first;

static void *go_on(void *nothing)
{
    char end;
    pthread_join(first, NULL);
    puts("{}");
    fflush(stdout);
    while (read(0, &end, 1) > 0)
        ;
    exit(0);
    return nothing;
}

int main(void)
{
    pthread_t other;
    first = pthread_self();
    if (pthread_create(&other, NULL, go_on, NULL) != 0)
        return 1;
    pthread_exit(NULL);
}
