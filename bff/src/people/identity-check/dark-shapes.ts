import type { Box, GreyPicture } from './grey-picture';

/** Dark pixels that touch each other: a printed character, or dirt. */
export interface Shape extends Box {
  /** The pixels, as `y, begin, end` of each horizontal run, from top to bottom. */
  runs: [y: number, begin: number, end: number][];
}

interface DarkShapesOptions {
  /** The side of the square whose mean a pixel is compared with, in pixels. */
  window: number;
  /** How much darker than the mean a pixel of a character is. */
  contrast: number;
}

/** Finds dark shapes; a pixel is dark compared with its surroundings, so that shade and glare matter less. */
export function darkShapes(picture: GreyPicture, options: DarkShapesOptions): Shape[] {
  const sums = integralOf(picture);
  const groups = new Groups();
  let above: [begin: number, end: number, run: number][] = [];
  for (let y = 0; y < picture.height; y += 1) {
    const row = darkRuns(picture, sums, y, options);
    let first = 0;
    above = row.map(([begin, end]) => {
      const run = groups.add(y, begin, end);
      while (first < above.length && (above[first]?.[1] ?? 0) < begin) first += 1;
      for (let at = first; at < above.length && (above[at]?.[0] ?? 0) <= end; at += 1) {
        groups.join(run, above[at]?.[2] ?? run);
      }
      return [begin, end, run];
    });
  }
  return groups.shapes();
}

/** The sum of all pixels above and to the left of each. */
function integralOf({ data, width, height }: GreyPicture): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

function darkRuns(
  { data, width, height }: GreyPicture,
  sums: Float64Array,
  y: number,
  { window, contrast }: DarkShapesOptions,
): [begin: number, end: number][] {
  const reach = window >> 1;
  const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
  const runs: [number, number][] = [];
  let begin = -1;
  for (let x = 0; x < width; x += 1) {
    const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const sum =
      (sums[bottom * (width + 1) + right] ?? 0) -
      (sums[top * (width + 1) + right] ?? 0) -
      (sums[bottom * (width + 1) + left] ?? 0) +
      (sums[top * (width + 1) + left] ?? 0);
    const isDark = ((data[y * width + x] ?? 0) + contrast) * (bottom - top) * (right - left) < sum;
    if (isDark && begin < 0) begin = x;
    if (!isDark && begin >= 0) {
      runs.push([begin, x - 1]);
      begin = -1;
    }
  }
  if (begin >= 0) runs.push([begin, width - 1]);
  return runs;
}

/** Runs of pixels, joined into groups (union and find). */
class Groups {
  private readonly runs: Shape['runs'] = [];
  private readonly parents: number[] = [];

  add(y: number, begin: number, end: number): number {
    this.parents.push(this.parents.length);
    return this.runs.push([y, begin, end]) - 1;
  }

  join(one: number, other: number): void {
    const [first, second] = [this.rootOf(one), this.rootOf(other)];
    this.parents[Math.max(first, second)] = Math.min(first, second);
  }

  shapes(): Shape[] {
    const groups = new Map<number, Shape['runs']>();
    for (const [at, run] of this.runs.entries()) {
      const root = this.rootOf(at);
      const known = groups.get(root);
      if (known) known.push(run);
      else groups.set(root, [run]);
    }
    return [...groups.values()].map(shapeOf);
  }

  private rootOf(run: number): number {
    let root = run;
    while (this.parents[root] !== root) root = this.parents[root] ?? root;
    this.parents[run] = root;
    return root;
  }
}

function shapeOf(runs: Shape['runs']): Shape {
  let [left, right] = [Infinity, 0];
  for (const [, begin, end] of runs) {
    left = Math.min(left, begin);
    right = Math.max(right, end);
  }
  const [top, bottom] = [runs[0]?.[0] ?? 0, runs.at(-1)?.[0] ?? 0];
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1, runs };
}

/** The way a shape like `<` points: the zone is upside down where fillers point right. */
export type Pointing = 'left' | 'right';

/** Whether a shape is a filler (`<`): one thin stroke in each line of pixels, farthest to one side in the middle. */
export function fillerOf({ x, y, width, height, runs }: Shape): Pointing | undefined {
  if (width < height * 0.3) return undefined;
  const lines = new Map<number, { begin: number; end: number; count: number }>();
  for (const [line, begin, end] of runs) {
    const known = lines.get(line);
    if (known) {
      known.end = Math.max(known.end, end);
      known.begin = Math.min(known.begin, begin);
      known.count += 1;
    } else lines.set(line, { begin, end, count: 1 });
  }
  const all = [...lines];
  if (all.filter(([, { count }]) => count > 1).length > all.length * 0.2) return undefined;
  const widths = all.map(([, { begin, end }]) => end - begin + 1).sort((one, other) => one - other);
  if ((widths[Math.floor(widths.length * 0.85)] ?? width) > width * 0.62) return undefined;
  const places = all.map(([line, { begin, end }]) => ({
    along: Math.abs((2 * (line - y) + 1) / height - 1),
    across: (begin + end + 1 - 2 * x) / (2 * width),
  }));
  const correlated = correlation(places);
  if (Math.abs(correlated) < 0.88) return undefined;
  const across = places.map((place) => place.across);
  if (Math.max(...across) - Math.min(...across) < 0.35) return undefined;
  return correlated > 0 ? 'left' : 'right';
}

function correlation(places: { along: number; across: number }[]): number {
  const mean = (of: (place: { along: number; across: number }) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [along, across] = [mean((place) => place.along), mean((place) => place.across)];
  const both = mean((place) => (place.along - along) * (place.across - across));
  const spread = mean((place) => (place.along - along) ** 2) * mean((place) => (place.across - across) ** 2);
  return spread === 0 ? 0 : both / Math.sqrt(spread);
}
