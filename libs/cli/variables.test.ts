import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../tests/support/repository';

const folder = mkdtempSync(path.join(os.tmpdir(), 'variables-'));
const file = path.join(folder, 'url');
beforeAll(() => writeFileSync(file, 'mysql://of-the-file/bank\n'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command reads as DATABASE_URL in this environment, or its error. */
function read(environment: Record<string, string>): string {
  const program = `
    import { variable } from './libs/cli/variables.mjs';
    try { console.log(variable('DATABASE_URL') || 'none'); } catch (error) { console.log(error.message); }`;
  const args = ['--input-type=module', '-e', program];
  return execFileSync(process.execPath, args, {
    cwd: repository,
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
  }).trim();
}

it.each([
  ['nothing', {}, 'none'],
  ['its value', { DATABASE_URL: 'mysql://of-the-value/bank' }, 'mysql://of-the-value/bank'],
  ['the file that is named', { DATABASE_URL_FILE: file }, 'mysql://of-the-file/bank'],
  [
    'its value before the file',
    { DATABASE_URL: 'mysql://of-the-value/bank', DATABASE_URL_FILE: file },
    'mysql://of-the-value/bank',
  ],
  [
    'the file where it is empty, as the server does',
    { DATABASE_URL: '', DATABASE_URL_FILE: file },
    'mysql://of-the-file/bank',
  ],
  [
    'no file that is not there',
    { DATABASE_URL_FILE: '/none' },
    'DATABASE_URL_FILE names /none, which cannot be read.',
  ],
])('a command reads %s', (_case, environment, expected) => {
  expect(read(environment)).toBe(expected);
});
