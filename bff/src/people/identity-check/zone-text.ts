import type { Box, GreyPicture } from './grey-picture';
import type { ZoneCell, ZoneCharacters } from './zone-characters';

/** The characters allowed at a place: letters, digits, or both. */
export type Alphabet = 'letters' | 'digits' | 'both';

/** Reads printed characters of an alphabet. */
export type Recognize = (
  picture: GreyPicture,
  alphabet: Alphabet,
  printed: 'block' | 'line' | 'character',
) => Promise<string>;

const alphabets: Record<string, Alphabet> = { a: 'letters', d: 'digits', n: 'both' };

const line = (text: string) =>
  text.replace(/([adn])(\d+)/g, (_, kind: string, count: string) => kind.repeat(Number(count)));

/** The alphabet of each place, by the length and number of lines (ICAO 9303, parts 4 to 6). */
const layouts: Record<number, string[]> = {
  30: ['a5n9dn15', 'd7ad7a3n11d', 'a30'].map(line),
  36: ['a36', 'n9da3d7ad7n7d'].map(line),
  44: ['a44', 'n9da3d7ad7n14d2'].map(line),
};
/** The French identity card of before 2021, whose second line has the issue month, the number, given names and birth date. */
const french = ['a30n6', 'd4n3d6a14d7ad'].map(line);

interface Place {
  row: number;
  column: number;
  cell: ZoneCell;
}

/** The text of a zone's lines; `?` where a character was not read. */
export async function zoneText(zone: ZoneCharacters, recognize: Recognize): Promise<string[]> {
  const length = zone.lines[0]?.cells.length ?? 0;
  const texts = await readBy(zone, layouts[length] ?? [], recognize);
  return length === 36 && texts[0]?.startsWith('IDFRA') ? readBy(zone, french, recognize) : texts;
}

async function readBy(zone: ZoneCharacters, layout: string[], recognize: Recognize): Promise<string[]> {
  const texts = zone.lines.map(({ cells }) => cells.map(({ isFiller }): string => (isFiller ? '<' : '?')));
  for (const [kind, alphabet] of Object.entries(alphabets)) {
    const places = zone.lines.map(({ cells }, row) =>
      cells.flatMap((cell, column): Place[] =>
        layout[row]?.[column] === kind ? [{ row, column, cell }] : [],
      ),
    );
    // Few digits alone are read badly.
    const rows = (alphabet === 'digits' ? [places.flat()] : places).filter(isPrinted);
    if (rows.length === 0) continue;
    for (const [{ row, column }, letter] of await readRows(zone, rows, alphabet, recognize)) {
      const text = texts[row];
      if (text) text[column] = letter;
    }
  }
  return texts.map((text) => text.join(''));
}

const isPrinted = (places: Place[]) => places.some(({ cell }) => !cell.isFiller);

async function readRows(
  { picture }: ZoneCharacters,
  rows: Place[][],
  alphabet: Alphabet,
  recognize: Recognize,
): Promise<[Place, string][]> {
  const read = (await recognize(composed(picture, rows), alphabet, 'block'))
    .split('\n')
    .filter((each) => each.trim() !== '');
  const found: [Place, string][] = [];
  for (const [at, places] of rows.entries()) {
    const line =
      (read.length === rows.length ? matched(places, read[at]) : undefined) ??
      matched(places, await recognize(composed(picture, [places]), alphabet, 'line'));
    found.push(...(line ?? (await readHalves(picture, places, alphabet, recognize))));
  }
  return found;
}

/** A line that does not have as many characters as were read, by halves. */
async function readHalves(
  picture: GreyPicture,
  places: Place[],
  alphabet: Alphabet,
  recognize: Recognize,
): Promise<[Place, string][]> {
  const found: [Place, string][] = [];
  const printed = places.filter(({ cell }) => !cell.isFiller);
  const middle = Math.ceil(printed.length / 2);
  for (const half of [printed.slice(0, middle), printed.slice(middle)]) {
    if (half.length === 0) continue;
    const text = await recognize(
      composed(picture, [half]),
      alphabet,
      half.length === 1 ? 'character' : 'line',
    );
    const all = matched(half, text);
    found.push(...(all ?? (half.length > 1 ? await readHalves(picture, half, alphabet, recognize) : [])));
  }
  return found;
}

/** The characters by their places; undefined unless there is one letter for each. */
function matched(places: Place[], text = ''): [Place, string][] | undefined {
  const letters = [...text.replace(/[^A-Z0-9]/g, '')];
  const printed = places.filter(({ cell }) => !cell.isFiller);
  if (letters.length !== printed.length) return undefined;
  return printed.map((place, at) => [place, letters[at] ?? '?']);
}

const margin = 24;
/** The lightness of paper, between a character's darkest pixel (0) and its lightest (1). */
const paperFrom = 0.85;

/**
 * A white picture with rows of characters at even distances, without fillers and without what is between them: a reader of
 * prose takes fillers for letters.
 */
function composed(picture: GreyPicture, rows: Place[][]): GreyPicture {
  const boxes = rows.flatMap((places) => places.map(({ cell }) => cell.box));
  const pitch = Math.ceil(Math.max(...boxes.map(({ width }) => width)) * 1.25);
  const tall = Math.max(...boxes.map(({ height }) => height));
  const step = Math.round(tall * 2.2);
  const width = pitch * Math.max(...rows.map(({ length }) => length)) + 2 * margin;
  const height = step * rows.length + 2 * margin;
  const data = new Uint8Array(width * height).fill(255);
  for (const [row, places] of rows.entries()) {
    const middle = margin + step * row + (step >> 1);
    for (const [at, { cell }] of places.entries()) {
      if (cell.isFiller) continue;
      const { box } = cell;
      const left = margin + at * pitch + ((pitch - box.width) >> 1);
      const top = middle - (box.height >> 1);
      copyCharacter(picture, box, data, top * width + left, width);
    }
  }
  return { data, width, height };
}

/** Copies a character black on white, whatever its light is: a reader takes shade for ink. */
function copyCharacter(
  picture: GreyPicture,
  box: Box,
  target: Uint8Array,
  offset: number,
  width: number,
): void {
  let [darkest, lightest] = [255, 0];
  const rowAt = (y: number) => (box.y + y) * picture.width + box.x;
  for (let y = 0; y < box.height; y += 1) {
    for (const value of picture.data.subarray(rowAt(y), rowAt(y) + box.width)) {
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    }
  }
  const range = Math.max(1, lightest - darkest) * paperFrom;
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const value = ((picture.data[rowAt(y) + x] ?? 255) - darkest) / range;
      target[offset + y * width + x] = Math.min(255, Math.round(value * 255));
    }
  }
}
