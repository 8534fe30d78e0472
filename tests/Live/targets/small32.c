/* A 32-bit program without any library: it says {} and waits for its input to end. */
static long call(long number, long first, const void *second, long third)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second), "d"(third) : "memory");
    return result;
}

void _start(void)
{
    char byte[8];
    call(4, 1, "{}\n", 3);
    while (call(3, 0, byte, sizeof byte) > 0)
        ;
    call(1, 0, 0, 0);
}
