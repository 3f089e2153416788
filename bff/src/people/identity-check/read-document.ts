import { openPicture, type Box, type GreyPicture } from './grey-picture';
import { picturesOfPdf } from './pdf-pictures';
import type { ZoneData } from './zone-data';
import { findZones, type FoundZone } from './zone-finder';
import { readZone } from './zone-reader';
import type { Recognize } from './zone-text';

/** A rectangle in parts of the upright picture, from 0 to 1. */
export type Place = Box;

/** The data that was read from a file of an identity document. */
export interface DocumentReading {
  /** Absent where the file has no picture that can be opened. */
  picture?: { width: number; height: number; sharpness: number };
  zones: ReadZone[];
}

export interface ReadZone {
  place: Place;
  /** The zone when all its check digits are right. */
  data?: ZoneData;
  /** The fields that are wrong or were not read; `layout` where the lines are not those of a document. */
  wrong: string[];
  /** Whether there is more print below the zone, which is the lowest of a document. */
  isLast: boolean;
}

/** A document has one zone; more are a doubt, and are not all read. */
const zonesRead = 2;

/** Reads a file. @param today a day of Paris @throws Error for a file that does not open. */
export async function readDocument(
  file: Buffer,
  mediaType: string,
  recognize: Recognize,
  today: string,
): Promise<DocumentReading> {
  const pictures = mediaType === 'application/pdf' ? await picturesOfPdf(file) : [await openPicture(file)];
  const [first] = pictures;
  if (!first) return { zones: [] };
  const zones: ReadZone[] = [];
  for (const picture of pictures) {
    for (const zone of await findZones(picture)) {
      if (zones.length >= zonesRead) break;
      const read = await readZone(zone, recognize, today);
      if (read) zones.push({ place: placeOf(zone), data: read.data, wrong: read.wrong, isLast: zone.isLast });
    }
  }
  return { picture: { width: first.width, height: first.height, sharpness: sharpnessOf(first) }, zones };
}

/** The zone's box in the picture before it was turned by quarters. */
function placeOf({ quarters, picture: { width, height }, box }: FoundZone): Place {
  let [x, y, wide, high] = [box.x / width, box.y / height, box.width / width, box.height / height];
  for (let turn = 0; turn < quarters; turn += 1) [x, y, wide, high] = [y, 1 - x - wide, high, wide];
  return { x, y, width: wide, height: high };
}

/** The variance of the Laplacian, which is small where a picture is blurred. */
function sharpnessOf({ data, width, height }: GreyPicture): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x += 2) {
      const at = y * width + x;
      const edge =
        4 * (data[at] ?? 0) -
        (data[at - 1] ?? 0) -
        (data[at + 1] ?? 0) -
        (data[at - width] ?? 0) -
        (data[at + width] ?? 0);
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  return count === 0 ? 0 : Math.round(squares / count - (sum / count) ** 2);
}
