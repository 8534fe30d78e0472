namespace Lowtide.Capture.CPython;

/// <summary>Where one version of CPython keeps its collector's state, in bytes; made by eng/cpython-layouts.py.</summary>
/// <param name="FirstPatch">3.Minor.FirstPatch is the first release that looks like this.</param>
/// <param name="MainInterpreter">_PyRuntimeState.interpreters.main, a pointer.</param>
/// <param name="Finalizing">_PyRuntimeState._finalizing, a pointer: the thread that runs Py_FinalizeEx, from after the exit hooks on.</param>
/// <param name="InInterpreter">The state is in PyInterpreterState (3.9 and later), not in _PyRuntimeState.</param>
/// <param name="Collector">The state (struct _gc_runtime_state) within that.</param>
/// <param name="CollectorSize">Of the whole state.</param>
/// <param name="Enabled">Within the state, 4 bytes.</param>
/// <param name="Generations">Within the state: an array of three, each of them beginning with its list's head.</param>
/// <param name="Threshold">Within a generation, 4 bytes.</param>
/// <param name="Count">Within a generation, 4 bytes.</param>
/// <param name="Collections">Within the state: generation_stats[0].collections, 8 bytes.</param>
/// <param name="StatsSize">From one generation's statistics to the next one's.</param>
/// <param name="Permanent">Within the state: what gc.freeze() fills, a generation as well.</param>
/// <param name="DebugInterpreterGc">3.13 and later: where _Py_DebugOffsets says <paramref name="Collector"/>, 8 bytes.</param>
/// <param name="DebugGcSize">3.13 and later: where it says <paramref name="CollectorSize"/>, 8 bytes.</param>
/// <param name="Heap">Of objects and of what holds them.</param>
internal sealed record CPythonLayout(
    int Minor,
    int FirstPatch,
    int MainInterpreter,
    int Finalizing,
    bool InInterpreter,
    int Collector,
    int CollectorSize,
    int Enabled,
    int Generations,
    int GenerationSize,
    int Threshold,
    int Count,
    int Collections,
    int StatsSize,
    int Permanent,
    HeapLayout Heap,
    int? DebugInterpreterGc = null,
    int? DebugGcSize = null);

/// <summary>
/// What of objects differs from version to version, in bytes. What does not is held by the script's assertions: the
/// header of a pool, and the members of types, strings, bytes and sets that are used here.
/// </summary>
/// <param name="PoolSize">Of pymalloc, and what a pool is aligned to.</param>
/// <param name="StringData">The characters of a string that is ASCII only, behind its header.</param>
/// <param name="OtherStringData">The characters of another string.</param>
/// <param name="FunctionVersion">func_version, 4 bytes; 0 before 3.11, which has none.</param>
/// <param name="TupleHash">ob_hash of a tuple; 0 before 3.14, which has none.</param>
/// <param name="TypeCaches">Words of a class that the interpreter fills in to be quicker: its version, keys that instances share,
/// what was looked up last. Rounded down to multiples of 8.</param>
internal sealed record HeapLayout(
    int PoolSize, int StringData, int OtherStringData, int FunctionVersion, int TupleHash, IReadOnlyList<int> TypeCaches, CodeLayout Code);

/// <summary>Where code objects and functions keep what they are called, each a pointer to a string.</summary>
/// <param name="Name">co_qualname; before 3.11 co_name, for there is no other.</param>
/// <param name="File">co_filename.</param>
/// <param name="FunctionName">func_qualname.</param>
/// <param name="FunctionModule">func_module, which may be anything.</param>
internal sealed record CodeLayout(int Name, int File, int FunctionName, int FunctionModule);
