using System.Text;
using Lowtide.Serve;

namespace Lowtide.Tests.Pure.Serve;

public sealed class AccessTokenTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_same_opens_after_a_restart()
    {
        var first = AccessToken.In(_folder.Path);
        var password = File.ReadAllText(first.FileName).Trim();
        Assert.True(AccessToken.In(_folder.Path).Opens(Basic($"anybody:{password}")));
        Assert.Equal(48, password.Length);
    }

    [Theory]
    [InlineData("")]
    [InlineData("x")]
    [InlineData(" ")]
    public void Nothing_else_does(string added)
    {
        var token = AccessToken.In(_folder.Path);
        var password = File.ReadAllText(token.FileName).Trim();
        string?[] wrong =
        [
            null, "", "Basic", "Basic ", "Basic ***", $"Bearer {password}", Basic(password), Basic($"any:{password[1..]}{added}"), Basic($"any{added}"),
            Basic("any:"),
        ];
        Assert.All(wrong, header => Assert.False(token.Opens(header)));
    }

    [Fact]
    public void A_short_one_is_refused()
    {
        File.WriteAllText(Path.Combine(_folder.Path, AccessToken.Name), "1234");
        Assert.Contains("remove it", Assert.Throws<Failure>(() => AccessToken.In(_folder.Path)).Message);
    }

    private static string Basic(string text) => $"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes(text))}";
}
