namespace Lowtide.Reports.Ps;

/// <summary>JSON lines: a lowtide/ps/1 document a look, each on a line of its own.</summary>
internal sealed class PsWatchDocuments : IPsWatcher
{
    public void Show(PsSnapshot look) => JsonDocuments.WriteLine(PsDocument.Of(look), JsonDocuments.Default.PsDocument);
}
