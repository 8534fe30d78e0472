namespace Lowtide.Tests.Live;

/// <summary>Tests that other tests would disturb: descriptors that those open for their own children can be inherited here.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
