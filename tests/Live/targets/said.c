/* Says that it is ready and waits for its input to end; one allocation keeps it an ordinary program. */
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char line[8], *volatile kept = malloc(100);
    if (!kept || write(1, "{}\n", 3) < 0)
        return 1;
    while (read(0, line, sizeof line) > 0)
        ;
    free(kept);
    return 0;
}
