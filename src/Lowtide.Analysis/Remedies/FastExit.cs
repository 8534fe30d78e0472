using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// Ends without taking the interpreter apart, which collects once more and writes to every page that is still shared, in all
/// workers at once (Instagram 2017). Exit handlers, waiting for threads and the exit status stay the interpreter's own.
/// </summary>
public sealed class FastExit : PythonRemedy
{
    public override string Id => "cpython.fast-exit";

    public override string Title => "Python ends without taking itself apart";

    public override string Summary => "ends without the final collection and teardown of modules; exit handlers still run";

    public override IReadOnlyList<string> Answers => [ShutdownCopies.FindingId];

    public override IReadOnlyList<string> Risks =>
    [
        "what is alive at the end has no destructor run: a NamedTemporaryFile or a lock file may stay behind, a connection ends without its goodbye",
        "files from open() are flushed; what buffers by itself (gzip, sockets' makefile) loses what was not closed",
        "a program that ends its Python and lives on keeps the memory",
    ];

    public override IReadOnlyList<string> RisksIn(FamilySnapshot family) => [UnclosedObjects.Of(family)];

    /// <summary>It saves at the end only, of which no snapshot tells.</summary>
    public override Saving? Predict(Finding finding, Recording recording) => null;

    public override bool? TookEffect(Member member) => IsNoted(member);
}
