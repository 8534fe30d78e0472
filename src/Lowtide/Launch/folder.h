/* The folder that holds lib/ with the program, for front.c. Two editions of it: beside.c for an installation, unpack.c for the one file with its
 * payload. Ends the process with one line on standard error where there is none that may be trusted. */
char *program_folder(void);
