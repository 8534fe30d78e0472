using System.ComponentModel.DataAnnotations;

namespace Lowtide.Recordings;

/// <summary>
/// A census that looked at some of a family's pages: pieces of 64 KiB, at the same addresses in every member, one at random of so many neighbours.
/// </summary>
/// <param name="Pieces">That were looked at.</param>
/// <param name="Each">Pieces that each stands for: what was seen on it counts so many times in all sums.</param>
public sealed record PageSample(int Pieces, [Range(1, 1 << 20)] int Each);
