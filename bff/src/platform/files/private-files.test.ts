import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivate } from './private-files';

let folder: string;
let outside: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bank-private-'));
  outside = mkdtempSync(join(tmpdir(), 'bank-outside-'));
});
afterEach(() => [folder, outside].forEach((each) => rmSync(each, { recursive: true })));

const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8);

it('restricts readable files to their owner, and touches nothing outside the folder', async () => {
  mkdirSync(join(folder, 'documents', 'deep'), { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, 'documents', 'deep', 'passport'), '', { mode: 0o644 });
  writeFileSync(join(folder, 'keys.json'), '', { mode: 0o664 });
  writeFileSync(join(folder, 'run.sh'), '', { mode: 0o755 });
  writeFileSync(join(outside, 'theirs'), '', { mode: 0o644 });
  symlinkSync(join(outside, 'theirs'), join(folder, 'link'));
  await makePrivate(folder, new AbortController().signal);
  expect(modeOf(folder)).toBe('700');
  expect(modeOf(folder, 'documents', 'deep')).toBe('700');
  expect(modeOf(folder, 'documents', 'deep', 'passport')).toBe('600');
  expect(modeOf(folder, 'keys.json')).toBe('600');
  expect(modeOf(folder, 'run.sh')).toBe('700');
  expect(modeOf(outside, 'theirs')).toBe('644');
});
