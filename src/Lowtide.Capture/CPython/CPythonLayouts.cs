namespace Lowtide.Capture.CPython;

/// <summary>
/// The rows that eng/cpython-layouts.py prints, from each version's own headers: run it to add one. Each row names the
/// release it was made from and serves the patch releases from <see cref="CPythonLayout.FirstPatch"/> on.
/// </summary>
/// <remarks>
/// A minor version's internals may move in a patch release: in 3.13.5 PyGC_Head was given an alignment of 4 bytes
/// (gh-127545), which moved the generations from 24 to 20 and nothing else, the size included. So a row is only
/// believed after its list heads have been looked at (<see cref="CollectorReader"/>), and where they speak against it,
/// the other rows of the minor version are tried.
/// 3.14.0 to 3.14.4 have the incremental collector, which 3.14.5 took out again (python/cpython#148726). Of these no headers were at hand: their
/// row is made from 3.14.10's with the collector's state as a header of 3.14's development has it. 3.14.5 kept dummy
/// members in that state "to preserve other offsets", and says so; what it added makes it 24 bytes larger. A process that does not describe its
/// collector as 240 bytes is not believed. Compared and found equal: 3.11.2 (Debian, release and --with-pydebug
/// build) and 3.11.7; 3.13.5 and 3.13.18. Not compared: 3.13.1 to 3.13.4.
/// </remarks>
internal static class CPythonLayouts
{
    private static readonly CPythonLayout[] Rows =
    [
        new(  // 3.8.18
            Minor: 8, FirstPatch: 0, MainInterpreter: 40, Finalizing: 16, InInterpreter: false, Collector: 344,
            CollectorSize: 240, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 128, StatsSize: 24, Permanent: 104,
            Heap: new(PoolSize: 4096, StringData: 48, OtherStringData: 72, FunctionVersion: 0, TupleHash: 0,
                TypeCaches: [168, 384, 872], Code: new(Name: 112, File: 104, FunctionName: 104, FunctionModule: 88))),
        new(  // 3.9.18
            Minor: 9, FirstPatch: 0, MainInterpreter: 40, Finalizing: 16, InInterpreter: true, Collector: 616,
            CollectorSize: 240, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 128, StatsSize: 24, Permanent: 104,
            Heap: new(PoolSize: 4096, StringData: 48, OtherStringData: 72, FunctionVersion: 0, TupleHash: 0,
                TypeCaches: [168, 384, 864], Code: new(Name: 112, File: 104, FunctionName: 104, FunctionModule: 88))),
        new(  // 3.10.13
            Minor: 10, FirstPatch: 0, MainInterpreter: 40, Finalizing: 16, InInterpreter: true, Collector: 616,
            CollectorSize: 240, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 128, StatsSize: 24, Permanent: 104,
            Heap: new(PoolSize: 16384, StringData: 48, OtherStringData: 72, FunctionVersion: 0, TupleHash: 0,
                TypeCaches: [168, 384, 872], Code: new(Name: 112, File: 104, FunctionName: 40, FunctionModule: 104))),
        new(  // 3.11.7
            Minor: 11, FirstPatch: 0, MainInterpreter: 48, Finalizing: 24, InInterpreter: true, Collector: 648,
            CollectorSize: 240, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 128, StatsSize: 24, Permanent: 104,
            Heap: new(PoolSize: 16384, StringData: 48, OtherStringData: 72, FunctionVersion: 128, TupleHash: 0,
                TypeCaches: [168, 384, 872, 896], Code: new(Name: 128, File: 112, FunctionName: 40, FunctionModule: 104))),
        new(  // 3.12.1
            Minor: 12, FirstPatch: 0, MainInterpreter: 48, Finalizing: 24, InInterpreter: true, Collector: 112,
            CollectorSize: 240, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 128, StatsSize: 24, Permanent: 104,
            Heap: new(PoolSize: 16384, StringData: 40, OtherStringData: 56, FunctionVersion: 136, TupleHash: 0,
                TypeCaches: [168, 384, 880, 904, 912], Code: new(Name: 128, File: 112, FunctionName: 40, FunctionModule: 104))),
        new(  // 3.13.0
            Minor: 13, FirstPatch: 0, MainInterpreter: 640, Finalizing: 608, InInterpreter: true, Collector: 7400,
            CollectorSize: 240, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 128, StatsSize: 24, Permanent: 104,
            DebugInterpreterGc: 80, DebugGcSize: 568,
            Heap: new(PoolSize: 16384, StringData: 40, OtherStringData: 56, FunctionVersion: 136, TupleHash: 0,
                TypeCaches: [168, 384, 408, 880, 904, 912, 920], Code: new(Name: 128, File: 112, FunctionName: 40, FunctionModule: 104))),
        new(  // 3.13.5
            Minor: 13, FirstPatch: 5, MainInterpreter: 640, Finalizing: 608, InInterpreter: true, Collector: 7400,
            CollectorSize: 240, Enabled: 12, Generations: 20, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 128, StatsSize: 24, Permanent: 104,
            DebugInterpreterGc: 80, DebugGcSize: 568,
            Heap: new(PoolSize: 16384, StringData: 40, OtherStringData: 56, FunctionVersion: 136, TupleHash: 0,
                TypeCaches: [168, 384, 408, 880, 904, 912, 920], Code: new(Name: 128, File: 112, FunctionName: 40, FunctionModule: 104))),
        new(  // 3.14.4, assembled: see above
            Minor: 14, FirstPatch: 0, MainInterpreter: 816, Finalizing: 784, InInterpreter: true, Collector: 7408,
            CollectorSize: 240, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 120, StatsSize: 24, Permanent: 96,
            DebugInterpreterGc: 88, DebugGcSize: 648, Incremental: true,
            Heap: new(PoolSize: 16384, StringData: 40, OtherStringData: 56, FunctionVersion: 144, TupleHash: 24,
                TypeCaches: [168, 384, 408, 880, 912, 920, 928], Code: new(Name: 128, File: 112, FunctionName: 40, FunctionModule: 104))),
        new(  // 3.14.10
            Minor: 14, FirstPatch: 5, MainInterpreter: 816, Finalizing: 784, InInterpreter: true, Collector: 7408,
            CollectorSize: 264, Enabled: 12, Generations: 24, GenerationSize: 24,
            Threshold: 16, Count: 20, Collections: 120, StatsSize: 24, Permanent: 96,
            DebugInterpreterGc: 88, DebugGcSize: 648,
            Heap: new(PoolSize: 16384, StringData: 40, OtherStringData: 56, FunctionVersion: 144, TupleHash: 24,
                TypeCaches: [168, 384, 408, 880, 912, 920, 928], Code: new(Name: 128, File: 112, FunctionName: 40, FunctionModule: 104))),
    ];

    /// <summary>Of 3, in their order.</summary>
    public static IEnumerable<int> Minors => Rows.Select(row => row.Minor).Distinct();

    /// <summary>The rows to try, the likeliest first; none and a reason where the version's layout is not known.</summary>
    public static IReadOnlyList<CPythonLayout> For(CPythonVersion version, out string? refusal)
    {
        refusal = null;
        var known = Rows.Where(row => version.Major == 3 && row.Minor == version.Minor);
        var rows = known
            .OrderBy(row => row.FirstPatch > (version.Patch ?? int.MaxValue))
            .ThenByDescending(row => row.FirstPatch)
            .ToArray();
        if (rows.Length == 0)
            refusal = NotKnown(version);
        return rows;
    }

    public static string NotKnown(CPythonVersion version) => $"the layout of CPython {version.Major}.{version.Minor} is not known";
}
