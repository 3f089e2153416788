import { characterRows, type CharacterRow } from './character-rows';
import { darkShapes, fillerOf, type Shape } from './dark-shapes';
import { enlarged, straightened, type Box, type GreyPicture } from './grey-picture';
import type { FoundZone } from './zone-finder';

/** A character's place, and whether it is a filler. */
export interface ZoneCell {
  box: Box;
  isFiller: boolean;
}

interface ZoneLine {
  cells: ZoneCell[];
}

/** The lines of a zone in a picture made for reading it. */
export interface ZoneCharacters {
  picture: GreyPicture;
  lines: ZoneLine[];
}

/** How a picture of a zone is made: height of characters (pixels), contrast of characters, sharpening. */
export interface Preparation {
  height: number;
  contrast: number;
  sharpen: number;
}

/** Lines and characters of a zone by its kind (ICAO 9303, parts 4 to 6; the French card of before 2021 is as TD2). */
const layouts = [
  { lines: 3, characters: 30 },
  { lines: 2, characters: 36 },
  { lines: 2, characters: 44 },
];

/** The characters of a found zone; undefined unless there are exactly those of one kind of zone. */
export async function zoneCharacters(zone: FoundZone, how: Preparation): Promise<ZoneCharacters | undefined> {
  const scale = how.height / zone.height;
  const part = await enlarged(zone.picture, zone.box, scale, how.sharpen);
  const degrees = (-Math.atan(zone.slope) * 180) / Math.PI;
  const picture = Math.abs(degrees) < 0.3 ? part : await straightened(part, degrees);
  const shapes = darkShapes(picture, { window: (how.height * 2) | 1, contrast: how.contrast });
  const rows = characterRows(shapes, 12, [how.height * 0.45, how.height * 1.7]);
  const lines = joined(rows).map(evenly);
  const layout = layouts.find(
    ({ characters, lines: count }) =>
      lines.filter(({ cells }) => cells.length === characters).length === count,
  );
  return layout && { picture, lines: lines.filter(({ cells }) => cells.length === layout.characters) };
}

/** Rows side by side are one that a blot or a faint character broke. */
function joined(rows: CharacterRow[]): CharacterRow[] {
  const whole: CharacterRow[] = [];
  for (const row of [...rows].sort((one, other) => (one.shapes[0]?.x ?? 0) - (other.shapes[0]?.x ?? 0))) {
    const before = whole.find((each) => {
      const [end, begin] = [each.shapes.at(-1), row.shapes[0]];
      if (!end || !begin) return false;
      const gap = begin.x - end.x;
      return gap > 0 && gap < each.pitch * 4 && Math.abs(begin.y - end.y) < row.height * 0.5;
    });
    if (!before) whole.push({ ...row, shapes: [...row.shapes] });
    else before.shapes.push(...row.shapes);
  }
  return whole.sort((one, other) => (one.shapes[0]?.y ?? 0) - (other.shapes[0]?.y ?? 0));
}

/** Characters of a line by its pitch: parts of one are joined, several that touch are divided. */
function evenly({ shapes, pitch }: CharacterRow): ZoneLine {
  const cells: { box: Box; shape?: Shape }[] = [];
  for (const shape of shapes) {
    const last = cells.at(-1);
    const middle = shape.x + shape.width / 2;
    if (last && middle - (last.box.x + last.box.width / 2) < pitch * 0.5) {
      cells[cells.length - 1] = { box: union(last.box, shape) };
    } else if (shape.width > pitch * 1.45) cells.push(...divided(shape, pitch));
    else cells.push({ box: shape, shape });
  }
  return {
    cells: cells.map(({ box, shape }) => ({
      box,
      isFiller: shape !== undefined && fillerOf(shape) === 'left',
    })),
  };
}

function divided(shape: Shape, pitch: number): { box: Box; shape?: Shape }[] {
  const count = Math.round(shape.width / pitch) || 1;
  return Array.from({ length: count }, (_, at) => {
    const begin = shape.x + Math.round((at * shape.width) / count);
    const end = shape.x + Math.round(((at + 1) * shape.width) / count) - 1;
    const runs = shape.runs
      .filter(([, from, to]) => to >= begin && from <= end)
      .map(([y, from, to]): Shape['runs'][number] => [y, Math.max(from, begin), Math.min(to, end)]);
    const [top, bottom] = [Math.min(...runs.map(([y]) => y)), Math.max(...runs.map(([y]) => y))];
    const box = { x: begin, y: top, width: end - begin + 1, height: bottom - top + 1 };
    return { box, shape: { ...box, runs } };
  });
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
