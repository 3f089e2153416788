import { fork, type ChildProcess } from 'node:child_process';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { programFile } from '../../platform/tasks/programs';
import type { DocumentReading } from './read-document';
import type { Readout, ReadOrder } from './reader-program';

/** What the documents of one submission may take together: the reader gets what other work leaves of the processor. */
export const readingMs = 40_000;
const idleMs = 60_000;

/** The reader ends itself, and the server ends it, in other ways. */
const killed: Readout = { error: 'the reader was killed' };

/** Why a document was not read: it does not open, or took more than the reader may have. */
export class UnreadDocument extends Error {}

/**
 * Reads identity documents one after another in a process of its own, which has 20 s of processor time and 500 MB for each and
 * is replaced when it takes more.
 */
@Injectable()
export class DocumentReader implements OnApplicationShutdown {
  private readonly oneAtATime = pLimit(1);
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  onApplicationShutdown(): void {
    this.stop();
  }

  /**
   * A file whose reader was killed from outside, such as by the machine, is read once more, within the same time.
   * @param until when reading is given up, in ms since the epoch.
   * @throws UnreadDocument for a file that does not open or takes too long or too much memory.
   */
  read(order: ReadOrder, until = Date.now() + readingMs): Promise<DocumentReading> {
    return this.oneAtATime(async () => {
      clearTimeout(this.idle);
      let readout = await this.ask(order, until);
      if (readout === killed) readout = await this.ask(order, until);
      this.idle = setTimeout(() => this.stop(), idleMs).unref();
      if ('error' in readout) throw new UnreadDocument(readout.error);
      return readout.reading;
    });
  }

  private ask(order: ReadOrder, until: number): Promise<Readout> {
    const child = (this.child ??= this.start());
    return new Promise((settle) => {
      const end = (readout: Readout, isUsable: boolean) => {
        clearTimeout(timer);
        child.removeAllListeners();
        child.on('error', () => undefined);
        if (!isUsable) this.stop();
        settle(readout);
      };
      const timer = setTimeout(end, until - Date.now(), { error: 'it takes too long' }, false);
      child.once('message', (readout) => end(readout as Readout, true));
      child.once('exit', (_code, signal) =>
        end(signal === 'SIGKILL' ? killed : { error: 'the reader ended' }, false),
      );
      child.once('error', ({ message }) => end({ error: message }, false));
      child.send(order, (error) => error && end({ error: error.message }, false));
    });
  }

  /** Without the server's environment, which has its keys. */
  private start(): ChildProcess {
    const child = fork(programFile('identity-reader'), [], {
      env: {},
      execArgv: ['--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  private stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}
