using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Lowtide.Tests.Live.Launch;
using YamlDotNet.Serialization;

namespace Lowtide.Tests.Live.Trials;

/// <summary>
/// What a CI system's runner does with packaging/github and packaging/gitlab, in a workspace of its own: it reads the file, makes the environment and runs
/// the steps. The server is trial_server.py.
/// </summary>
internal sealed partial class PipelineJob : IDisposable
{
    private static readonly string Action = Path.Combine(Built.Root, "packaging", "github", "trial", "action.yml");

    private readonly TrialProcess _trial = new();
    private readonly TempFolder _workspace = new();

    public PipelineJob() => File.Copy(Target.Path("trial_server.py"), Place("server.py"));

    public string Summary => File.Exists(Place(".summary")) ? File.ReadAllText(Place(".summary")) : "";

    /// <summary>What the steps gave to those after them.</summary>
    public IReadOnlyDictionary<string, string> Outputs =>
        File.ReadLines(Place(".output")).Select(line => line.Split('=', 2)).ToDictionary(parts => parts[0], parts => parts[1]);

    public IReadOnlyList<string> Written => [.. Directory.EnumerateFileSystemEntries(Place("lowtide-trial")).Select(Path.GetFileName).Order()!];

    public XElement Test => XDocument.Load(Place("lowtide-trial/junit.xml")).Descendants("testcase").Single();

    public IReadOnlyList<JsonElement> Findings => [.. JsonDocument.Parse(File.ReadAllText(Place("lowtide-trial/trial.sarif"))).RootElement
        .GetProperty("runs")[0].GetProperty("results").EnumerateArray()];

    public IReadOnlyList<string> Left => _trial.Left();

    public string Place(string name) => _workspace.File(name);

    /// <param name="inputs">Beside those that every trial needs, or in their place.</param>
    public Ran OnGitHub(params (string Name, string Value)[] inputs)
    {
        var action = Read(Action);
        var given = Given("").Concat(inputs).ToLookup(input => input.Name, input => input.Value);
        var known = Map(action["inputs"]);
        Assert.All(given, input => Assert.Contains(input.Key, known.Keys));
        Assert.All(known.Where(input => Map(input.Value).ContainsKey("required")), input => Assert.Contains(input.Key, given.Select(each => each.Key)));
        var runs = Map(action["runs"]);
        Assert.Equal("composite", runs["using"]);
        var step = Map(Assert.Single((List<object>)runs["steps"]));
        var script = (string)step["run"];
        Assert.DoesNotContain("${{", script, StringComparison.Ordinal);
        Assert.Equal("bash", step["shell"]);
        var environment = Map(step["env"]).Select(variable => (variable.Key, Input().Replace((string)variable.Value, input =>
            given[input.Groups["name"].Value].LastOrDefault() ?? (string)Map(known[input.Groups["name"].Value])["default"])));
        // The file, and the options of the shell that GitHub documents for it.
        File.WriteAllText(Place(".step"), script);
        return Run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", Place(".step")],
            [
                .. environment, ("GITHUB_ACTION_PATH", Path.GetDirectoryName(Action)!), ("GITHUB_WORKSPACE", _workspace.Path),
                ("GITHUB_OUTPUT", Place(".output")), ("GITHUB_STEP_SUMMARY", Place(".summary")), ("CI", "true"),
            ]);
    }

    /// <summary>Of the action's outputs, those that the step gave; each must be one of the step's.</summary>
    public static IReadOnlyList<string> DeclaredOutputs() => [.. Map(Read(Action)["outputs"]).Select(output =>
    {
        Assert.Equal($"${{{{ steps.trial.outputs.{output.Key} }}}}", Map(output.Value)["value"]);
        return output.Key;
    })];

    /// <summary>A job that extends the hidden one.</summary>
    public Ran OnGitLab(params (string Name, string Value)[] variables)
    {
        var hidden = Map(Read(Path.Combine(Built.Root, "packaging", "gitlab", "trial.yml"))[".lowtide-trial"]);
        var artifacts = Map(hidden["artifacts"]);
        Assert.Equal(("always", "lowtide-trial/junit.xml"), (artifacts["when"], Map(artifacts["reports"])["junit"]));
        // With packaging/ci and packaging/gitlab copied into the repository.
        Directory.CreateDirectory(Place("packaging/ci"));
        File.Copy(Path.Combine(Built.Root, "packaging", "ci", "trial"), Place("packaging/ci/trial"));
        return Run(
            ["sh", "-e", "-c", string.Join('\n', (List<object>)hidden["script"])],
            [
                ("CI_PROJECT_DIR", _workspace.Path), ("CI", "true"),
                .. Map(hidden["variables"]).Select(each => (each.Key, Value: (string)each.Value))
                    .Select(each => (each.Key, each.Value.Replace("$CI_PROJECT_DIR", _workspace.Path, StringComparison.Ordinal))),
                .. Given("LOWTIDE_TRIAL_").Concat(variables).Select(each => (each.Name, each.Value)),
            ]);
    }

    public void Dispose()
    {
        _workspace.Dispose();
        _trial.Dispose();
    }

    private Ran Run(string[] shell, IEnumerable<(string Name, string Value)> environment) =>
        _trial.Run(["env", "-C", _workspace.Path, .. environment.Select(each => $"{each.Name}={each.Value}"), .. shell]);

    private (string Name, string Value)[] Given(string prefix) =>
    [
        .. new (string Name, string Value)[]
        {
            ("command", $"/usr/bin/python3 server.py {_trial.Port}"), ("ready", _trial.Url), ("load", _trial.Load()),
            ("remedy", TrialProcess.Collector), ("require", "better:pss_bytes"), ("pairs", "6"), ("options", "--settle 1ms --seed 3"),
            ("program", Built.Lowtide),
        }.Select(each => (prefix.Length > 0 ? prefix + each.Name.ToUpperInvariant() : each.Name, each.Value)),
    ];

    private static Dictionary<string, object> Read(string file) =>
        new DeserializerBuilder().Build().Deserialize<Dictionary<string, object>>(File.ReadAllText(file));

    private static Dictionary<string, object> Map(object node) =>
        ((Dictionary<object, object>)node).ToDictionary(member => (string)member.Key, member => member.Value);

    [GeneratedRegex(@"\$\{\{ inputs\.(?<name>[a-z]+) \}\}", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Input();
}
