namespace Lowtide.Tests.Live;

/// <summary>
/// Tests that other tests would disturb: descriptors that those open for their own children can be inherited here, and a course over time bends
/// where they take the processors. So does one that disturbs them.
/// </summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
