using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class UserNamesTests
{
    [Fact]
    public void The_first_name_of_a_number_is_taken_and_lines_of_another_form_are_none()
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, "root:x:0:0:root:/root:/bin/sh\ntoor:x:0:0::/root:/bin/sh\n\n+::::::\n:x:7:7::/:\n"
                + "radicale:x:103:110::/var/lib:/bin/false\n");
            Assert.Equal(new Dictionary<uint, string> { [0] = "root", [103] = "radicale" }, UserNames.Read(file));
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void Without_the_file_a_user_has_a_number()
    {
        Assert.Empty(UserNames.Read("/no/such/file"));
        Assert.Equal("4294967294", UserNames.Of(uint.MaxValue - 1));
    }
}
