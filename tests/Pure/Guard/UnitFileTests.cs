using Lowtide.Capture.Serving;

namespace Lowtide.Tests.Pure.Guard;

public sealed class UnitFileTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("Restart=always", true)]
    [InlineData("Restart = on-success", true)]
    [InlineData("Restart=on-failure", false)]
    [InlineData("Restart=no", false)]
    [InlineData("", false)]
    [InlineData("Restart=no\nRestart=always", true)]
    [InlineData("Restart=always\nRestart=", false)]
    [InlineData("# Restart=always", false)]
    [InlineData("Restart=always\nRestartPreventExitStatus=0", false)]
    [InlineData("[Unit]\nRestart=always", false)]
    public void A_service_starts_anew_where_its_file_says_so(string lines, bool anew)
    {
        Write("low/shop.service", lines);
        Assert.Equal(anew, Of("shop.service"));
    }

    [Fact]
    public void The_first_folder_counts_and_drop_ins_after_it()
    {
        Assert.Null(Of("shop.service"));
        Write("low/shop.service", "Restart=always");
        Write("high/shop.service", "Restart=no");
        Assert.False(Of("shop.service"));
        Write("low/shop.service.d/20.conf", "Restart=always");
        Assert.True(Of("shop.service"));
        Write("high/shop.service.d/20.conf", "Restart=on-failure");
        Assert.False(Of("shop.service"));
        Write("high/shop.service.d/30.conf", "Restart=on-success");
        Assert.True(Of("shop.service"));
    }

    [Fact]
    public void An_instance_has_its_templates_and_a_family_its_prefix()
    {
        Write("low/shop@.service", "Restart=no");
        Assert.False(Of("shop@1.service"));
        Write("high/shop@1.service.d/a.conf", "Restart=always");
        Assert.True(Of("shop@1.service"));
        Write("low/shop-web.service", "Restart=no");
        Write("low/shop-.service.d/a.conf", "Restart=always");
        Assert.True(Of("shop-web.service"));
    }

    private bool? Of(string unit) => UnitFile.StartsAnew(unit, [_folder.File("high"), _folder.File("low")]);

    private void Write(string path, string lines)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder.File(path))!);
        File.WriteAllText(_folder.File(path), $"[Unit]\nDescription=x\n[Service]\n{lines}\n");
    }
}
