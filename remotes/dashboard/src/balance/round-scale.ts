const shares = [1, 2, 2.5, 5, 10];

/**
 * The lowest and the highest of three lines of scale around values, round as people count: 6 000 and 11 000 for 6 306 to
 * 10 213. Begins at zero where that leaves the values the greater part of the room.
 */
export function roundScale(least: number, most: number): { low: number; high: number } {
  const from = least > 0 && least < most - least ? 0 : least;
  const unit = 10 ** Math.floor(Math.log10((most - from) / 2));
  for (const share of shares) {
    const half = share * unit;
    const step = half / 5;
    const low = Math.floor(from / step) * step;
    if (low + 2 * half >= most) return { low, high: low + 2 * half };
  }
  return { low: from, high: most };
}
