namespace Lowtide.Recordings;

/// <summary>One entry of LD_PRELOAD as it was when the process started (ld.so(8)).</summary>
/// <param name="Library">As the variable names it.</param>
/// <param name="Loaded">A file of that name is mapped.</param>
/// <param name="Why">Not loaded: what is wrong with it; null where that cannot be told.</param>
public sealed record PreloadFacts(string Library, bool Loaded, string? Why);
