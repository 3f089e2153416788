import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository';

/** Strings that break programs: the Big List of Naughty Strings (MIT), when it is at hand, and some of our own. */
function naughtyStrings(): string[] {
  return [...own, ...list()];
}

/** Tries every naughty string, a few at a time. */
export async function withEachNaughty(attempt: (text: string) => Promise<void>): Promise<void> {
  const strings = naughtyStrings();
  for (let from = 0; from < strings.length; from += atOnce) {
    await Promise.all(strings.slice(from, from + atOnce).map(attempt));
  }
}

const atOnce = 20;

const own = [
  "'; DROP TABLE users; --",
  '%',
  '_',
  '\\',
  '\u0000',
  '\ud800',
  '𝒷𝒶𝓃𝓀',
  '<script>alert(1)</script>',
  '{"$ne":null}',
  'é'.repeat(120),
];

function list(): string[] {
  for (const file of [path.join(repository, 'tests/data/blns.json'), '/work/shared/data/blns.json']) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as string[];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return [];
}
