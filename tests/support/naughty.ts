import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository';

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

/** The Big List of Naughty Strings (github.com/minimaxir/big-list-of-naughty-strings, MIT licence). */
const list = JSON.parse(
  readFileSync(path.join(repository, 'tests/data/naughty-strings.json'), 'utf8'),
) as string[];

export const naughtyStrings: readonly string[] = [...own, ...list];

/** How many tests share the list, except in the long run. */
const shares = 8;

/**
 * Tries every string of the list, a few at a time. In the short run, a test that names a share tries the project's own strings
 * and that share of the list: each such test another one, from 0 to 7, so that every string is tried somewhere.
 */
export async function withEachNaughty(
  attempt: (text: string) => Promise<void>,
  share?: number,
): Promise<void> {
  const isWhole = share === undefined || Boolean(process.env.TEST_ALL);
  const isMine = (index: number) => isWhole || index < own.length || index % shares === share;
  const strings = naughtyStrings.filter((_text, index) => isMine(index));
  for (let from = 0; from < strings.length; from += atOnce) {
    await Promise.all(strings.slice(from, from + atOnce).map(attempt));
  }
}

/** The text after UTF-8 encoding: a lone surrogate becomes the replacement character. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();
