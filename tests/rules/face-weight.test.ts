import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { transformSync } from '@swc/core';
import { repository } from '../support/repository';

/** Bytes, Brotli: what the counter window and Mode simple may add to all downloads together. */
const budget = 12 * 1024;

const filesOf = (folder: string) =>
  readdirSync(path.join(repository, folder))
    .filter((name) => !name.includes('.test.'))
    .map((name) => `${folder}/${name}`);

const face: Record<string, string[]> = {
  'the arch of the overview': [
    'remotes/dashboard/src/overview/counter-window.tsx',
    'remotes/dashboard/src/overview/counter-window.module.css',
    'remotes/dashboard/src/overview/days-left.tsx',
  ],
  'the figure with a plain zero': [
    'remotes/dashboard/src/balance/balance-figure.tsx',
    'remotes/dashboard/src/balance/balance-figure.module.css',
    'remotes/dashboard/src/balance/plain-zero.woff2',
  ],
  'the scenes': filesOf('remotes/dashboard/src/pictures'),
  'the ticket and its transition': [
    'libs/client/transactions/stamp.tsx',
    'libs/client/transactions/stamp.module.css',
    'libs/client/transactions/growing.ts',
    'libs/client/transactions/ticket.tsx',
    'libs/client/transactions/ticket.module.css',
  ],
  'Mode simple': [
    ...['dashboard', 'cards', 'support'].flatMap((remote) => filesOf(`remotes/${remote}/src/simple`)),
    'libs/ui/theme/simple-mode.ts',
  ],
  'the texts of Mode simple': ['dashboard', 'cards', 'support'].map(
    (remote) => `remotes/${remote}/locales/simple.fr.json`,
  ),
};

/** A file as a build would send it. */
function shipped(file: string): Buffer {
  const source = readFileSync(path.join(repository, file));
  if (!/\.tsx?$/.test(file)) return source;
  const { code } = transformSync(source.toString(), {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
      minify: { compress: true, mangle: true },
    },
    minify: true,
  });
  return Buffer.from(code);
}

const weightOf = (files: string[]) => brotliCompressSync(Buffer.concat(files.map(shipped))).length;

it('weighs at most 12 KB, all parts of the face together', () => {
  const weights = Object.entries(face).map(([part, files]) => ({ part, bytes: weightOf(files) }));
  // A part that was not read would weigh nothing.
  expect(weights.filter(({ bytes }) => bytes < 100)).toEqual([]);
  const sum = weights.reduce((total, { bytes }) => total + bytes, 0);
  expect({ sum: sum <= budget ? 'within the budget' : sum, weights }).toMatchObject({
    sum: 'within the budget',
  });
});

it('draws its five scenes in at most 4 KB each', () => {
  expect(shipped('remotes/dashboard/src/pictures/scenes.tsx').length).toBeLessThanOrEqual(4 * 1024);
});
