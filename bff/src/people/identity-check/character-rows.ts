import { fillerOf, type Pointing, type Shape } from './dark-shapes';
import type { Box } from './grey-picture';

/** Characters of about one height side by side, from left to right. */
export interface CharacterRow {
  shapes: Shape[];
  fillers: (Pointing | undefined)[];
  /** The mean height of the characters and the distance of their centres, in pixels. */
  height: number;
  pitch: number;
  /** Rises to the right where negative. */
  slope: number;
}

const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** Chains shapes to rows of at least `fewest` characters, from top to bottom. */
export function characterRows(
  shapes: Shape[],
  fewest: number,
  heights: [least: number, most: number],
): CharacterRow[] {
  const letters = shapes
    .filter(
      ({ width, height }) =>
        height >= heights[0] && height <= heights[1] && width <= height * 1.5 && width >= height * 0.1,
    )
    .sort((one, other) => centre(one).x - centre(other).x);
  const before = new Map<Shape, { shape: Shape; distance: number }>();
  for (const [at, shape] of letters.entries()) {
    const next = nextOf(letters, at);
    const known = next && before.get(next.shape);
    if (next && (!known || next.distance < known.distance))
      before.set(next.shape, { shape, distance: next.distance });
  }
  const rows = new Map<Shape, Shape[]>();
  for (const shape of letters) {
    const earlier = before.get(shape)?.shape;
    const row = (earlier && rows.get(earlier)) ?? [];
    row.push(shape);
    rows.set(shape, row);
  }
  return [...new Set(rows.values())]
    .filter(({ length }) => length >= fewest)
    .map(rowOf)
    .sort((one, other) => (one.shapes[0]?.y ?? 0) - (other.shapes[0]?.y ?? 0));
}

/** The nearest shape to the right that can be of the same row. */
function nextOf(letters: Shape[], at: number): { shape: Shape; distance: number } | undefined {
  const one = letters[at];
  if (!one) return undefined;
  const from = centre(one);
  for (let next = at + 1; next < letters.length; next += 1) {
    const other = letters[next];
    if (!other) break;
    const to = centre(other);
    const tall = Math.max(one.height, other.height);
    if (to.x - from.x > tall * 2.1) break;
    const alike = Math.min(one.height, other.height) / tall;
    if (alike > 0.55 && Math.abs(to.y - from.y) < tall * 0.4 && to.x - from.x > tall * 0.25) {
      return { shape: other, distance: to.x - from.x };
    }
  }
  return undefined;
}

function rowOf(shapes: Shape[]): CharacterRow {
  const centres = shapes.map(centre);
  const gaps = centres.slice(1).map(({ x }, at) => x - (centres[at]?.x ?? 0));
  return {
    shapes,
    fillers: shapes.map(fillerOf),
    height: median(shapes.map(({ height }) => height)),
    pitch: median(gaps),
    slope: slopeOf(centres),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

function slopeOf(points: { x: number; y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, points.length);
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  return spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread;
}
