/* The folder that holds lib/ of the payload appended to this executable, unpacked first if need be; null where
 * nothing is appended. Ends the process with one line on standard error where it cannot be had. */
char *unpacked_folder(void);
