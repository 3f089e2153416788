import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SHORT_RUN } from '../../libs/cli/short-run.mjs';
import { repository } from './repository';

/** The timeout of a start, ms. */
const READY_MS = 90_000;
/** The timeout of a stop before killing, ms. */
const STOP_MS = 10_000;
/** Below the range of ephemeral ports, and apart from 3000 to 3004 and 4101 onwards. */
const PORTS = { from: 10_000, to: 30_000, ofAProcess: 100 };
/** The end of a server's output that an error quotes, characters: the beginning is the same every time. */
const QUOTED = 2_000;

/**
 * A folder of remotes that does not exist. A server keeps the files of the installed remotes when it starts, eight hundred: half
 * of the work of a start.
 */
export const noRemotes = path.join(os.tmpdir(), 'no-remotes');

export type Environment = Record<string, string | undefined>;

/** How tests start a built program: what V8 compiles is kept for the run's other processes. */
export const launchOptions = [
  ...SHORT_RUN,
  '--require',
  path.join(repository, 'tests/support/code-cache.cjs'),
];
const shortPasswords = path.join(repository, 'tests/support/short-passwords.cjs');
/** What `launchOptions` need in the environment. */
export const launchEnvironment = () => ({ CODE_CACHE_DIR: path.join(os.tmpdir(), 'code-cache') });

/** Runs commands of the bff (migrate, seed) one after another to their end. */
export async function runCommand(commands: string | string[], env: Environment) {
  const script = path.join(repository, 'bff/dist/command.js');
  const args = [...launchOptions, script, ...[commands].flat()];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, ...launchEnvironment(), NODE_ENV: 'production', ...env },
  });
  return stdout;
}

/** A running bff, on `port` and the three after it. */
export class ServerProcess {
  private child: ChildProcess | undefined;
  private output = '';

  constructor(
    readonly port: number,
    private readonly env: Environment,
  ) {}

  logs() {
    return this.output;
  }

  async start() {
    const program = path.join(repository, 'bff/dist/main.js');
    const child = spawn(process.execPath, [...launchOptions, '--require', shortPasswords, program], {
      cwd: repository,
      env: {
        ...process.env,
        ...launchEnvironment(),
        // Refuses what a test must find; see `Database.refuseSecondConnections`.
        NODE_ENV: 'test',
        DRAIN_SECONDS: '0',
        ...this.env,
        PORT: String(this.port),
      },
      // Through the channel it notices our end, and stops.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child = child;
    // A shared bank does not keep its worker from ending.
    for (const handle of [child, child.channel, child.stdout, child.stderr])
      (handle as { unref?(): void }).unref?.();
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.output += chunk));
    for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(25)) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      if (await isReady(this.port)) return;
    }
    const exit = child.exitCode ?? child.signalCode;
    await this.stop();
    const reason = exit === null ? 'did not become ready' : `exited with ${exit}`;
    throw new Error(`The server on port ${this.port} ${reason}.\n${this.output.slice(-QUOTED)}`);
  }

  /** Resolves with how it ended: its code, or the signal that had to end it. */
  async stop(): Promise<number | NodeJS.Signals | null> {
    const { child } = this;
    if (!child) return null;
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) return ended;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(killer);
    return child.exitCode ?? child.signalCode;
  }

  /** The reader of its log is gone. */
  loseReader() {
    for (const stream of [this.child?.stdout, this.child?.stderr]) stream?.destroy();
  }

  /** The reader of its log takes nothing any more. */
  freezeReader() {
    for (const stream of [this.child?.stdout, this.child?.stderr]) stream?.pause();
  }

  /** Ends the server as a crash does. */
  async kill() {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

/** How many ports belong to one bank: the last is the world's. */
const PORTS_OF_A_BANK = 5;
let banks = 0;

/**
 * Five consecutive free ports, from a range of this process: a port is found free seconds before a server listens on it, and
 * another worker must not find the same one meanwhile.
 */
export async function freePorts(): Promise<number> {
  const { from, to, ofAProcess } = PORTS;
  const first = from + (process.pid % ((to - from) / ofAProcess)) * ofAProcess;
  for (;;) {
    const port = first + ((banks++ * PORTS_OF_A_BANK) % ofAProcess);
    const free = await Promise.all(Array.from({ length: PORTS_OF_A_BANK }, (_, at) => isFree(port + at)));
    if (free.every(Boolean)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

async function isReady(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => null);
  return answer?.status === 200;
}
