namespace Lowtide.Analysis.Servers;

/// <summary>What a command that starts a Ruby program tells before it is started.</summary>
public static class RubyCommandLine
{
    /// <summary>Of ruby's options, those whose value is the next word (ruby(1)).</summary>
    private static readonly string[] Valued = ["-r", "-I", "-C", "-X", "-E"];

    /// <summary>"sidekiq" of "bundle exec sidekiq -c 5" and of "ruby3.1 -W0 /usr/bin/sidekiq"; null where the words do not say.</summary>
    public static string? Program(IReadOnlyList<string> command)
    {
        var at = 0;
        if (Name(at) == "bundle" && Name(at + 1) == "exec")
            at += 2;
        if (Name(at) is { } ruby && ruby.StartsWith("ruby", StringComparison.Ordinal) && ruby[4..].All(letter => char.IsDigit(letter) || letter == '.'))
            for (at++; at < command.Count && command[at].StartsWith('-'); at++)
                if (command[at].StartsWith("-e", StringComparison.Ordinal))
                    return null;
                else if (Valued.Contains(command[at]))
                    at++;
        return Name(at);

        string? Name(int word) => word < command.Count && !command[word].StartsWith('-') ? Path.GetFileName(command[word]) : null;
    }
}
