using Lowtide.Capture.Serving;

namespace Lowtide.Tests.Live.Guard;

/// <summary>A file of settings that a server was given the name of, and has gone to another folder since.</summary>
public sealed class SettingsFileTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("etc", "etc")]
    [InlineData("etc srv", "etc", "srv")] // one of two
    [InlineData("srv", "srv?")] // perhaps
    [InlineData("")]
    public void A_relative_name_is_looked_for_where_the_process_may_have_been_started(string there, params string[] found)
    {
        foreach (var folder in there.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            _folder.File($"{folder}/app.ini", folder);
        var etc = Directory.CreateDirectory(Path.Combine(_folder.Path, "etc")).FullName;
        var srv = Directory.CreateDirectory(Path.Combine(_folder.Path, "srv")).FullName;
        using var target = Target.Start("/usr/bin/python3", [Target.Path("in_folder.py"), srv], ("PWD", etc));
        Assert.Equal(found, SettingsFile.Find(target.Pid, "app.ini").Select(file => $"{file.Text}{(file.IsGuessed ? "?" : "")}"));
        Assert.Equal(there.Contains("etc", StringComparison.Ordinal) ? ["etc"] : [], SettingsFile.Find(target.Pid, $"{etc}/app.ini").Select(file => file.Text));
    }
}
