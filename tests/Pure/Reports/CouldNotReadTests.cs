using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What a look could not read, at its end.</summary>
public sealed class CouldNotReadTests
{
    [Fact]
    public void What_somebody_can_mend_comes_first_and_otherwise_the_order_stays()
    {
        Unreadable[] missing =
        [
            new("a.code", "memory in every sample", "it would cost too much", null),
            new("a.code", "heap of 7", "it stopped", null),
            new("a.code", "arenas of 7", "another user's", "run as root"),
            new("a.code", "generations of 7", "no symbols", "install them"),
            new("a.code", "arenas of 8", "another user's", "run as root"),
        ];

        Assert.Equal(
            """
            Could not read:
              arenas of 7 and 1 more: another user's; run as root
              generations of 7: no symbols; install them
              memory in every sample: it would cost too much
              heap of 7: it stopped
            """,
            ShownScreen.Of(80, console => Screen.CouldNotRead(missing, console)));
    }
}
