import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogOutput } from './log-output';

let folder: string;
let reader: number;
let writer: number;
const folders: string[] = [];
const open = new Set<number>();
const close = (fd: number) => open.delete(fd) && fs.closeSync(fd);

/** A pipe, as between a server and what collects its log. */
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-log-'));
  folders.push(folder);
  const file = path.join(folder, 'pipe');
  execFileSync('mkfifo', [file]);
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = fs.constants;
  reader = fs.openSync(file, O_RDONLY | O_NONBLOCK);
  writer = fs.openSync(file, O_WRONLY | O_NONBLOCK);
  open.add(reader).add(writer);
});
// At the end of all: an output of an earlier test may still write, and would write to the pipe that has the number next.
afterAll(() => {
  for (const fd of open) close(fd);
  for (const each of folders) fs.rmSync(each, { recursive: true });
});

/** The content that the reader finds now. */
function read(): string {
  const chunk = Buffer.alloc(1024 * 1024);
  let text = '';
  try {
    for (let length = 1; length > 0; text += chunk.toString('utf8', 0, length))
      length = fs.readSync(reader, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return text;
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `{"line":${at},"é":"${'x'.repeat(500)}"}\n`);

/** Ms until a flush ends. */
function flushed(output: LogOutput): number {
  const startedAt = performance.now();
  output.flushSync();
  return performance.now() - startedAt;
}

it('writes every line in order, also more than the pipe takes at once', async () => {
  const output = new LogOutput(writer);
  const written = lines(1_000);
  for (const line of written) output.write(line);
  let text = '';
  for (const end = Date.now() + 20_000; text.length < written.join('').length && Date.now() < end;) {
    text += read();
    await sleep(5);
  }
  expect(text).toBe(written.join(''));
});

it('writes the rest when the process ends', () => {
  const output = new LogOutput(writer);
  output.write('first\n');
  output.write('second\n');
  output.write('third\n');
  output.flushSync();
  // The first one may still be on its way.
  expect(read()).toContain('second\nthird\n');
});

it('ends at once when the reader is gone, which the first write to it shows', () => {
  const output = new LogOutput(writer);
  close(reader);
  for (const line of lines(3)) output.write(line);
  expect(flushed(output)).toBeLessThan(500);
});

it('waits a second, and no longer, for a reader that takes nothing', () => {
  const output = new LogOutput(writer);
  for (const line of lines(1_000)) output.write(line);
  const ms = flushed(output);
  expect(ms).toBeGreaterThanOrEqual(900);
  expect(ms).toBeLessThan(5_000);
});

it('keeps no more than it may for a slow reader, and writes again when it reads', async () => {
  const kept = 256 * 1024;
  const output = new LogOutput(writer, kept);
  const written = lines(4_000);
  for (const line of written) output.write(line);
  let text = '';
  const until = async (hasCome: () => boolean) => {
    for (const end = Date.now() + 20_000; !hasCome() && Date.now() < end; await sleep(5)) text += read();
  };
  // The first line is on its way alone; the others wait together.
  const room = 1 + Math.floor(kept / Buffer.byteLength(written.at(-1) ?? ''));
  await until(() => text.split('\n').length > room);
  output.write('last\n');
  await until(() => text.endsWith('last\n'));
  const came = text.split('\n').slice(0, -1);
  expect(came.at(-1)).toBe('last');
  expect(came.length).toBeLessThan(room + 20);
  expect(`${came.slice(0, -1).join('\n')}\n`).toBe(written.slice(0, came.length - 1).join(''));
});
