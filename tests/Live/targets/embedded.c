/* A program of another name with a CPython in it, which it is told the program for: embedded FILE WORD... */
#include <Python.h>

int main(int count, char **words) {
    wchar_t *wide[8];
    FILE *file = count > 1 ? fopen(words[1], "r") : NULL;
    if (file == NULL || count > 8)
        return 2;
    Py_Initialize();
    for (int number = 1; number < count; number++)
        wide[number - 1] = Py_DecodeLocale(words[number], NULL);
    PySys_SetArgv(count - 1, wide);
    return PyRun_SimpleFile(file, words[1]) ? 1 : Py_FinalizeEx();
}
