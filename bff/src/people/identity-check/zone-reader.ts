import { parseZone, type ParsedZone } from './zone-data';
import type { FoundZone } from './zone-finder';
import { zoneCharacters, type Preparation } from './zone-characters';
import { zoneText, type Recognize } from './zone-text';

/** From the usual settings to those for blurred, shaded and faint pictures. */
const preparations: Preparation[] = [
  { height: 34, contrast: 22, sharpen: 0 },
  { height: 44, contrast: 16, sharpen: 0 },
  { height: 30, contrast: 30, sharpen: 1 },
  { height: 52, contrast: 10, sharpen: 2 },
  { height: 40, contrast: 42, sharpen: 0 },
  { height: 26, contrast: 14, sharpen: 0.7 },
  { height: 60, contrast: 24, sharpen: 3 },
];

/**
 * Reads a found zone in several preparations until all its check digits are right, or until two agree that they are wrong.
 * Undefined when it has no lines.
 */
export async function readZone(
  zone: FoundZone,
  recognize: Recognize,
  today: string,
): Promise<ParsedZone | undefined> {
  const readings: string[][] = [];
  let best: ParsedZone | undefined;
  for (const preparation of preparations) {
    const characters = await zoneCharacters(zone, preparation);
    if (!characters) continue;
    const text = await zoneText(characters, recognize);
    const isRead = readings.some((lines) => lines.join() === text.join()) && !text.join('').includes('?');
    readings.push(text);
    for (const lines of [readings.at(-1) ?? [], agreed(readings)]) {
      const parsed = parseZone(lines, today);
      if (parsed.data) return parsed;
      if (!best || parsed.wrong.length < best.wrong.length) best = parsed;
    }
    if (isRead) break;
  }
  return best;
}

/** The character that most readings of the newest one's layout have at each place. */
function agreed(readings: string[][]): string[] {
  const newest = readings.at(-1) ?? [];
  const alike = readings.filter(
    (lines) => lines.length === newest.length && lines[0]?.length === newest[0]?.length,
  );
  return newest.map((line, row) =>
    [...line]
      .map((own, column) => {
        const counts = new Map<string, number>();
        for (const lines of alike) {
          const letter = lines[row]?.[column] ?? '?';
          if (letter !== '?') counts.set(letter, (counts.get(letter) ?? 0) + 1);
        }
        const most = Math.max(0, ...counts.values());
        return [...counts].find(([, count]) => count === most)?.[0] ?? own;
      })
      .join(''),
  );
}
