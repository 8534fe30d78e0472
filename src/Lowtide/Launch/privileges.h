/* privileges.h: what a verb keeps of its caller's rights. */
#ifndef LOWTIDE_PRIVILEGES_H
#define LOWTIDE_PRIVILEGES_H

/* Drops, for this process and the program that it is about to become, all that the verb of these arguments does not need. Capabilities are a thread's and so
 * is a filter: .NET has threads from its start on, so this is done before it. */
void drop_privileges(int argc, char **argv, const char *program);

#endif
