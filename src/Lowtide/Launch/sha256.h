#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[64];
};

void sha256_begin(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const unsigned char *data, size_t length);

/* As 64 hexadecimal digits in small letters, and a NUL. */
void sha256_end(struct sha256 *hash, char text[65]);
