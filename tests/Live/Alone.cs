namespace Lowtide.Tests.Live;

/// <summary>
/// Tests that other tests would disturb: descriptors that those open for their own children can be inherited here, and a course over time bends where they
/// take the processors; and a watch gives labels to the servers of all tests. Also the one that would disturb others, by having the kernel move their pages.
/// </summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
