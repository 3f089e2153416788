/** One stroke of a glyph's drawing, as fontkit gives it. */
export interface PathCommand {
  command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
  args: number[];
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/**
 * A drawing as the bytes of a simple glyph (OpenType, table `glyf`), every coordinate in two bytes; empty for a
 * glyph without one, such as the space.
 */
export function encodeOutline(commands: readonly PathCommand[]): Uint8Array {
  const contours = contoursOf(commands);
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array(0);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  let last = -1;
  const ends = contours.map((contour) => (last += contour.length));
  const flags = points.map(({ isOnCurve }) => Number(isOnCurve));
  const noInstructions = 0;
  const head = words([contours.length, ...box, ...ends, noInstructions]);
  const bytes = [...head, ...flags, ...words(steps(xs)), ...words(steps(ys))];
  return Uint8Array.from(bytes.length % 2 === 0 ? bytes : [...bytes, 0]);
}

function contoursOf(commands: readonly PathCommand[]): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    const points = command === 'closePath' ? [] : pointsOf(args);
    contours.at(-1)?.push(...points);
  }
  return contours;
}

/** All points of a command but its last one pull the curve and do not lie on it. */
const pointsOf = (args: number[]): Point[] =>
  Array.from({ length: args.length / 2 }, (_, at) => ({
    x: Math.round(args[at * 2] ?? 0),
    y: Math.round(args[at * 2 + 1] ?? 0),
    isOnCurve: at === args.length / 2 - 1,
  }));

/** Each number as its distance from the one before. */
const steps = (numbers: number[]) => numbers.map((number, at) => number - (numbers[at - 1] ?? 0));

/** Numbers of 16 bits, the high byte first; a negative one in two's complement. */
const words = (numbers: number[]) => numbers.flatMap((number) => [(number >> 8) & 0xff, number & 0xff]);
