/* These four of libm got a new version in glibc 2.29, which differs in how errno is set. The older one is in every glibc, so that what is linked with this
 * starts on 2.28 as well (Red Hat 8): sourceware.org/glibc/wiki/Release/2.29. Linked where SysRoot is given (Linked.props). Hidden, or the loader would
 * take these for the older ones and each would call itself. */
#define OLDER(name, parameters, arguments)                    \
    __asm__(".symver older_" #name "," #name "@GLIBC_2.2.5"); \
    double older_##name parameters;                           \
    __attribute__((visibility("hidden"))) double name parameters { return older_##name arguments; }

OLDER(exp, (double x), (x))
OLDER(log, (double x), (x))
OLDER(log2, (double x), (x))
OLDER(pow, (double x, double y), (x, y))
