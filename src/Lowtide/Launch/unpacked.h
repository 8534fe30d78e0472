/* What was unpacked, and whether it still is: for unpack.c. */

/* Brings all of a folder to the disk, and writes the list of its files there. 0 where that failed, with errno. */
int note_unpacked(const char *folder);

/* Whether each file of that list is as it was: false too where there is no list, or not all of it. */
int is_as_unpacked(int cache, const char *folder);

void remove_folder(const char *folder);
