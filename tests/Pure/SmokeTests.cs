namespace Lowtide.Tests.Pure;
public sealed class SmokeTests { [Fact] public void Runs() => Assert.True(true); }
