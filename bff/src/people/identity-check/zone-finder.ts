import { characterRows, median, type CharacterRow } from './character-rows';
import { darkShapes, type Pointing } from './dark-shapes';
import { turned, type Box, type GreyPicture } from './grey-picture';

/** A probable machine-readable zone, in a picture that was turned clockwise by quarters. */
export interface FoundZone {
  quarters: number;
  picture: GreyPicture;
  box: Box;
  /** Its rows' slope and the height of their characters in pixels. */
  slope: number;
  height: number;
  /** Whether nothing is printed below it, as on a document. */
  isLast: boolean;
}

/** The shortest lines have 30 characters, of which dirt may hide some. */
const fewestCharacters = 22;
const fewestFillers = 3;
/** A row of print, such as a line of an address. */
const fewestPrinted = 6;
const leastHeight = 7;
const contrast = 18;

/**
 * Finds the zones of a picture whichever way it was taken: rows of many characters of one height, with fillers, which also
 * show where the top is.
 */
export async function findZones(picture: GreyPicture): Promise<FoundZone[]> {
  for (const quarters of [0, 1]) {
    const seen = await turned(picture, quarters);
    const zones = zonesOf(seen);
    if (zones.length === 0) continue;
    const isUpsideDown = zones.filter(({ pointing }) => pointing === 'right').length * 2 > zones.length;
    if (!isUpsideDown) return zones.map((zone) => ({ ...zone, quarters, picture: seen }));
    const upright = await turned(seen, 2);
    return zonesOf(upright).map((zone) => ({ ...zone, quarters: quarters + 2, picture: upright }));
  }
  return [];
}

function zonesOf(picture: GreyPicture) {
  const window = Math.round(Math.max(picture.width, picture.height) / 25) | 1;
  const shapes = darkShapes(picture, { window, contrast });
  const all = characterRows(shapes, fewestPrinted, [leastHeight, picture.height / 8]);
  const rows = all.filter((row) => row.shapes.length >= fewestCharacters);
  return groupsOf(rows).flatMap((group) => {
    const fillers = group.flatMap((row) => row.fillers);
    const left = fillers.filter((pointing) => pointing === 'left').length;
    const right = fillers.filter((pointing) => pointing === 'right').length;
    if (Math.max(left, right) < fewestFillers) return [];
    const height = median(group.map((row) => row.height));
    const slope = median(group.map((row) => row.slope));
    const pointing = left >= right ? ('left' as const) : ('right' as const);
    const isLast = !all.some((row) => !group.includes(row) && isPrintBelow(group, row, pointing));
    return [{ box: around(group, height, picture), slope, height, pointing, isLast }];
  });
}

/** Whether a row is readable print below a zone, as it stands upright. */
function isPrintBelow(group: CharacterRow[], row: CharacterRow, pointing: Pointing): boolean {
  const [first, last] = pointing === 'left' ? [group.at(-1), row] : [row, group[0]];
  if (!first || !last || row.height < first.height * 0.3 || row.height > first.height * 2) return false;
  const { left, right } = edgesOf(row);
  return heightAt(last, (left + right) / 2) - heightAt(first, (left + right) / 2) > first.height * 1.2;
}

/** Rows below each other at the distance of a zone's lines. */
function groupsOf(rows: CharacterRow[]): CharacterRow[][] {
  const groups: CharacterRow[][] = [];
  for (const row of rows) {
    const group = groups.find((each) => {
      const last = each.at(-1);
      return last !== undefined && each.length < 3 && isBelow(last, row);
    });
    if (group) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function isBelow(upper: CharacterRow, lower: CharacterRow): boolean {
  const [one, other] = [edgesOf(upper), edgesOf(lower)];
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const wide = Math.max(one.right - one.left, other.right - other.left);
  const middle = (Math.max(one.left, other.left) + Math.min(one.right, other.right)) / 2;
  const apart = heightAt(lower, middle) - heightAt(upper, middle);
  return shared > wide * 0.6 && apart > upper.height * 1.2 && apart < upper.height * 4.5;
}

const edgesOf = ({ shapes }: CharacterRow) => ({
  left: shapes[0]?.x ?? 0,
  right: (shapes.at(-1)?.x ?? 0) + (shapes.at(-1)?.width ?? 0),
});

/** The vertical middle of a row at a place along it. */
function heightAt({ shapes, slope }: CharacterRow, x: number): number {
  const middles = shapes.map((shape) => shape.y + shape.height / 2 + slope * (x - shape.x - shape.width / 2));
  return median(middles);
}

/** The group's box with a margin that holds a line more, cut at the picture's edges. */
function around(group: CharacterRow[], height: number, picture: GreyPicture): Box {
  const shapes = group.flatMap((row) => row.shapes);
  const beside = height * 2.5;
  const margin = group.length > 1 ? height * 1.2 : height * 4;
  const left = Math.max(0, Math.floor(Math.min(...shapes.map(({ x }) => x)) - beside));
  const top = Math.max(0, Math.floor(Math.min(...shapes.map(({ y }) => y)) - margin));
  const right = Math.min(
    picture.width,
    Math.ceil(Math.max(...shapes.map(({ x, width }) => x + width)) + beside),
  );
  const bottom = Math.min(
    picture.height,
    Math.ceil(Math.max(...shapes.map(({ y, height: tall }) => y + tall)) + margin),
  );
  return { x: left, y: top, width: right - left, height: bottom - top };
}
