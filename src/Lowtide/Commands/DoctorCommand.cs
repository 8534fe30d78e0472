using System.CommandLine;
using Lowtide.Capture.Sight;
using Lowtide.Reports;
using Lowtide.Reports.Doctor;

namespace Lowtide.Commands;

/// <summary><c>lowtide doctor</c>: what this user on this kernel can see, and what gives the rest.</summary>
internal static class DoctorCommand
{
    public static Command Build()
    {
        var json = new Option<bool>("--json") { Description = "the document lowtide/doctor/1 on standard output" };
        var verb = new Command("doctor", """
            What this user can see on this kernel, and what gives the rest.

            It tries what the other verbs would do, on every process, and reads nothing of
            them.

            Examples:
              lowtide doctor
              sudo lowtide doctor --json
            """) { json };
        verb.SetAction(parsed =>
        {
            var sight = SightProbe.Of();
            if (parsed.GetValue(json))
                JsonDocuments.Write(DoctorDocument.Of(sight), JsonDocuments.Default.DoctorDocument);
            else
                DoctorScreen.Show(sight);
            return 0;
        });
        return verb;
    }
}
