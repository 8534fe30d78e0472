using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>A finding that a setting answers.</summary>
/// <param name="Where">In what the runtime told it can do anything about it; null: always.</param>
internal sealed record Answer(string Finding, Func<DotNetTrace, bool>? Where = null);
