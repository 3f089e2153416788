import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { isAbsent } from '../files/absent';
import { BackupError } from './manifest';

/** The length of the quoted last output of a failing program, characters. */
const quoted = 2_000;

const packages: Record<string, string> = {
  'mariadb-backup': 'Debian and Ubuntu: apt-get install mariadb-backup; Fedora: dnf install mariadb-backup',
  mbstream: 'Debian and Ubuntu: apt-get install mariadb-backup; Fedora: dnf install mariadb-backup',
};

/** A running program; `done` rejects with its last output unless it exits with one of the good codes. */
export interface Running {
  stdout: Readable;
  done: Promise<void>;
  stop(): void;
}

/** Starts a program. @param good exit codes of success */
export function start(program: string, args: string[], good = [0]): Running {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const done = ended(child, program, good);
  // The error is reported when the output is read.
  done.catch(() => undefined);
  return { stdout: child.stdout, done, stop: () => child.kill() };
}

/** Runs a program to its end, with content as its input. @throws BackupError when it fails. */
export async function feed(program: string, args: string[], content: AsyncIterable<Buffer>): Promise<void> {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const done = ended(child, program, [0]);
  done.catch(() => undefined);
  try {
    await pipeline(content, child.stdin);
  } catch (error) {
    child.kill();
    // A program that ended early knows more than the broken pipe.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
  await done;
}

/** Runs a program to its end. @throws BackupError when it fails. */
export async function runProgram(program: string, args: string[]): Promise<void> {
  const running = start(program, args);
  running.stdout.resume();
  await running.done;
}

async function ended(child: ChildProcess, program: string, good: number[]): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString('utf8')).slice(-quoted)));
  child.once('error', () => undefined);
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    throw isAbsent(error)
      ? new BackupError(`${program} is not installed (${packages[program] ?? program}).`)
      : error;
  })) as [number | null];
  if (code === null || !good.includes(code)) {
    throw new BackupError(`${program} failed (${code ?? 'killed'}):\n${said.trim()}`);
  }
}
