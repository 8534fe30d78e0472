#!/usr/bin/env python3
"""Makes the rows of src/Lowtide.Capture/CPython/CPythonLayouts.cs.

    eng/cpython-layouts.py [PATCH:]PYTHON_OR_INCLUDE_DIR...  prints a C# row for each
    eng/cpython-layouts.py --json PYTHON_OR_INCLUDE_DIR      prints the offsets of one

Each row is what the C compiler says of that version's own internal headers
(Include/internal, behind Py_BUILD_CORE); nothing is typed in by hand. Debian
keeps them in libpython3.N-dev, a built CPython in its include directory.
PATCH is the first patch release that has the layout, 0 where none is given.
Needs a C compiler ($CC, else cc). Runs on Python 3.8 and later.
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM = r"""
#define Py_BUILD_CORE 1
#include <stddef.h>
#include <stdio.h>
#include <Python.h>
#if PY_VERSION_HEX < 0x03090000
#  include "internal/pycore_pystate.h"
#  include "internal/pycore_pymem.h"
#  define COLLECTOR offsetof(_PyRuntimeState, gc)
#  define FINALIZING finalizing
#else
#  include "internal/pycore_runtime.h"
#  include "internal/pycore_interp.h"
#  define COLLECTOR offsetof(PyInterpreterState, gc)
#  define FINALIZING _finalizing
#endif
#if PY_VERSION_HEX >= 0x030c0000
#  include "internal/pycore_obmalloc.h"
_Static_assert(sizeof(struct pool_header) == 48 && offsetof(struct pool_header, freeblock) == 8, "PymallocPool reads it so");
_Static_assert(offsetof(struct pool_header, szidx) == 36 && offsetof(struct pool_header, nextoffset) == 40, "PymallocPool");
_Static_assert(ALIGNMENT == 16, "PymallocPool");
#elif PY_VERSION_HEX >= 0x030a0000
#  define POOL_SIZE 16384 /* in no header before 3.12: Objects/obmalloc.c, WITH_PYMALLOC_RADIX_TREE (bpo-37448) */
#else
#  define POOL_SIZE 4096 /* SYSTEM_PAGE_SIZE there */
#endif
_Static_assert(sizeof(PyGC_Head) == 16, "CopyTracer and CollectorLinks take two words for granted");
#if PY_VERSION_HEX < 0x030b0000
#  define FUNCTION_VERSION 0
#else
#  include "internal/pycore_dict.h"
_Static_assert(offsetof(PyDictKeysObject, dk_log2_size) == 8 && offsetof(PyDictKeysObject, dk_usable) == 16, "DictTable");
_Static_assert(offsetof(PyDictKeysObject, dk_nentries) == 24 && offsetof(PyDictKeysObject, dk_indices) == 32, "DictTable");
#  define FUNCTION_VERSION offsetof(PyFunctionObject, func_version)
#endif
#if PY_VERSION_HEX >= 0x030e0000
#  define TUPLE_HASH offsetof(PyTupleObject, ob_hash)
#else
#  define TUPLE_HASH 0
#endif
#if PY_VERSION_HEX >= 0x030b0000
#  define CODE_NAME offsetof(PyCodeObject, co_qualname)
#else
#  define CODE_NAME offsetof(PyCodeObject, co_name)
#endif
_Static_assert(offsetof(PyTypeObject, tp_name) == 24 && offsetof(PyTypeObject, tp_flags) == 168, "HeapTypes");
_Static_assert(offsetof(PyTypeObject, tp_base) == 256 && offsetof(PyTypeObject, tp_dict) == 264, "DestructorTypes");
_Static_assert(offsetof(PyTypeObject, tp_mro) == 344 && offsetof(PyTypeObject, tp_finalize) == 392, "DestructorTypes");
_Static_assert(offsetof(PyDictObject, ma_keys) == 32 && offsetof(PyDictObject, ma_values) == 40, "DictEntries");
_Static_assert(offsetof(PyTupleObject, ob_item) == 24 + (TUPLE_HASH ? 8 : 0), "DestructorTypes");
_Static_assert(offsetof(PyASCIIObject, hash) == 24 && offsetof(PyASCIIObject, length) == 16, "WordTrace");
_Static_assert(offsetof(PyBytesObject, ob_shash) == 24 && offsetof(PySetObject, hash) == 48, "WordTrace");
/* 3.14.0 to 3.14.4 have the incremental collector (python/cpython#148726). */
#define INCREMENTAL (PY_VERSION_HEX >= 0x030e00f0 && PY_VERSION_HEX < 0x030e05f0)
#if INCREMENTAL
#  define GENERATIONS young
_Static_assert(offsetof(struct _gc_runtime_state, old) == offsetof(struct _gc_runtime_state, young) + sizeof(struct gc_generation), "one array");
_Static_assert(sizeof(((struct _gc_runtime_state *)0)->old) == 2 * sizeof(struct gc_generation), "three generations are read");
#else
#  define GENERATIONS generations
_Static_assert(sizeof(((struct _gc_runtime_state *)0)->generations) == 3 * sizeof(struct gc_generation), "three generations are read");
#endif
typedef struct _gc_runtime_state collector;
typedef struct gc_generation generation;
#define MEMBER(type, member) sizeof(((type *)0)->member)
_Static_assert(MEMBER(collector, enabled) == 4, "enabled is read as 4 bytes");
_Static_assert(MEMBER(generation, threshold) == 4 && MEMBER(generation, count) == 4, "read as 4 bytes");
_Static_assert(MEMBER(collector, generation_stats[0].collections) == 8, "collections is read as 8 bytes");
_Static_assert(MEMBER(_PyRuntimeState, FINALIZING) == 8, "a thread's address");
_Static_assert(offsetof(generation, head) == 0, "a generation begins with the head of its list");

#define SAY(name, value) printf("%s\"%s\": %zu", first ? "" : ", ", name, (size_t)(value)), first = 0
int main(void) {
    int first = 1;
    printf("{");
    SAY("hex", PY_VERSION_HEX);
    SAY("minor", PY_MINOR_VERSION);
    SAY("runtime_size", sizeof(_PyRuntimeState));
    SAY("main_interpreter", offsetof(_PyRuntimeState, interpreters.main));
    SAY("finalizing", offsetof(_PyRuntimeState, FINALIZING));
    SAY("in_interpreter", PY_VERSION_HEX >= 0x03090000);
    SAY("collector", COLLECTOR);
    SAY("collector_size", sizeof(collector));
    SAY("enabled", offsetof(collector, enabled));
    SAY("generations", offsetof(collector, GENERATIONS));
    SAY("generation_size", sizeof(generation));
    SAY("incremental", INCREMENTAL);
    SAY("threshold", offsetof(generation, threshold));
    SAY("count", offsetof(generation, count));
    SAY("collections", offsetof(collector, generation_stats[0].collections));
    SAY("stats_size", sizeof(struct gc_generation_stats));
    SAY("permanent", offsetof(collector, permanent_generation));
    SAY("pool_size", POOL_SIZE);
    SAY("string_data", sizeof(PyASCIIObject));
    SAY("function_version", FUNCTION_VERSION);
    SAY("tuple_hash", TUPLE_HASH);
    SAY("string_other_data", sizeof(PyCompactUnicodeObject));
    SAY("code_name", CODE_NAME);
    SAY("code_file", offsetof(PyCodeObject, co_filename));
    SAY("function_name", offsetof(PyFunctionObject, func_qualname));
    SAY("function_module", offsetof(PyFunctionObject, func_module));
    /* Bits have no offset: what is set is looked at. */
    union { PyASCIIObject string; unsigned words[sizeof(PyASCIIObject) / 4]; } kind = {0}, compact = {0}, ascii = {0};
    kind.string.state.kind = 7, compact.string.state.compact = 1, ascii.string.state.ascii = 1;
    if (kind.words[8] != 7 << 2 || compact.words[8] != 1 << 5 || ascii.words[8] != 1 << 6)
        return 1; /* HeapText reads them so, in the 4 bytes at 32 */
    SAY("type_flags", offsetof(PyTypeObject, tp_flags));
    SAY("type_version", offsetof(PyTypeObject, tp_version_tag));
    SAY("type_shared_keys", offsetof(PyHeapTypeObject, ht_cached_keys));
#if PY_VERSION_HEX >= 0x030d0000
    SAY("type_versions_used", offsetof(PyTypeObject, tp_versions_used));
#endif
#if PY_VERSION_HEX >= 0x030b0000
    SAY("type_specialised", offsetof(PyHeapTypeObject, _spec_cache));
    SAY("type_specialised_size", MEMBER(PyHeapTypeObject, _spec_cache));
#endif
#if PY_VERSION_HEX >= 0x030d0000
    SAY("debug_interpreter_gc", offsetof(_Py_DebugOffsets, interpreter_state.gc));
    SAY("debug_gc_size", offsetof(_Py_DebugOffsets, gc.size));
#endif
    printf("}\n");
    return 0;
}
"""


def include_directory(python_or_directory):
    if os.path.isdir(python_or_directory):
        return os.path.abspath(python_or_directory)
    line = "import sysconfig; print(sysconfig.get_paths()['include'])"
    return subprocess.check_output([python_or_directory, "-c", line], text=True).strip()


def offsets(python_or_directory):
    include = include_directory(python_or_directory)
    with tempfile.TemporaryDirectory() as place:
        source, program = os.path.join(place, "layout.c"), os.path.join(place, "layout")
        with open(source, "w") as file:
            file.write(PROGRAM)
        # The parent directory: Debian's pyconfig.h only names another one from there.
        subprocess.check_call([
            os.environ.get("CC", "cc"), "-w", "-I", include, "-I", os.path.join(include, "internal"),
            "-I", os.path.dirname(include), source, "-o", program,
        ])
        return json.loads(subprocess.check_output([program], text=True))


def version(found):
    return "%d.%d.%d" % (found["hex"] >> 24, found["hex"] >> 16 & 255, found["hex"] >> 8 & 255)


def type_caches(found):
    """Words of a class that fill by themselves: offsets of 8 bytes each."""
    specialised = found.get("type_specialised", 0)
    places = [found[name] for name in ("type_flags", "type_version", "type_shared_keys")]
    places += [found[name] for name in ("type_versions_used",) if name in found]
    places += range(specialised, specialised + found.get("type_specialised_size", 0), 8)
    return sorted({place // 8 * 8 for place in places})


def named(names, found):
    return ", ".join("%s: %d" % (property_name, found[name]) for property_name, name in names)


def row(found, first_patch):
    found = dict(found, first_patch=first_patch)
    names = [
        ("Minor", "minor"), ("FirstPatch", "first_patch"), ("MainInterpreter", "main_interpreter"), ("Finalizing", "finalizing"),
        ("InInterpreter", "in_interpreter"), ("Collector", "collector"), ("CollectorSize", "collector_size"), ("Enabled", "enabled"),
        ("Generations", "generations"), ("GenerationSize", "generation_size"), ("Threshold", "threshold"),
        ("Count", "count"), ("Collections", "collections"), ("StatsSize", "stats_size"), ("Permanent", "permanent"),
        ("DebugInterpreterGc", "debug_interpreter_gc"), ("DebugGcSize", "debug_gc_size"), ("Incremental", "incremental"),
    ]
    values = []
    for property_name, name in names:
        if name == "in_interpreter":
            values.append("%s: %s" % (property_name, "true" if found[name] else "false"))
        elif name == "incremental":
            if found[name]:
                values.append("Incremental: true")
        elif name in found:
            values.append("%s: %d" % (property_name, found[name]))
    lines = [", ".join(values[:6]), ", ".join(values[6:10]), ", ".join(values[10:15])]
    if values[15:]:
        lines.append(", ".join(values[15:]))
    heap = [
        ("PoolSize", "pool_size"), ("StringData", "string_data"), ("OtherStringData", "string_other_data"),
        ("FunctionVersion", "function_version"), ("TupleHash", "tuple_hash"),
    ]
    code = [("Name", "code_name"), ("File", "code_file"), ("FunctionName", "function_name"), ("FunctionModule", "function_module")]
    lines.append("Heap: new(%s,\n                TypeCaches: %s, Code: new(%s))" % (
        named(heap, found), type_caches(found), named(code, found)))
    return "        new(  // %s\n            %s),\n" % (version(found), ",\n            ".join(lines))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--json":
        print(json.dumps(offsets(sys.argv[2])))
    else:
        for argument in sys.argv[1:]:
            patch, _, place = argument.rpartition(":")
            sys.stdout.write(row(offsets(place), int(patch or 0)))
