import { ByteQueue, type Patience } from './byte-queue';
import { type SerialLine, swipeSeconds, WriterError, type WriterProblem } from './serial';

/** The magnetic tracks by their numbers, without sentinels and check character: the writer adds those. */
export type Tracks = Partial<Record<1 | 2 | 3, string>>;

// MSR605 Programmer's Manual, revision B, sections 6 to 8.
const escape = 0x1b;
const separator = 0x1c;
const question = 0x3f;
const line = { baudRate: 9_600, dataBits: 8, stopBits: 1, parity: 'none' } as const;
const commands = { reset: 'a', test: 'e', highCoercivity: 'x', read: 'r', write: 'w' } as const;
/** The first byte of the tracks' data. */
const blockStart = 0x73;
const answers = { test: 0x79, ok: 0x30 } as const;
/** After a track's number: nothing on it, or nothing readable. */
const marks = { empty: 0x2b, unreadable: 0x2a } as const;
const statuses: Record<number, WriterProblem> = {
  0x31: 'card',
  0x32: 'refused',
  0x34: 'refused',
  0x39: 'swipe',
};

/** More than the three tracks with their sentinels hold. */
const mostBytes = 400;

/** Milliseconds. A reset has no answer; the writer needs a moment before it listens again. */
const times = { answer: 1_000, reset: 100, swipe: swipeSeconds * 1_000 } as const;
const testTries = 3;

/** A reader and writer of magnetic stripes at a serial port. One command at a time. */
export class Msr605 {
  private constructor(
    private readonly port: SerialLine,
    private readonly queue: ByteQueue,
    private readonly output: WritableStreamDefaultWriter<Uint8Array>,
  ) {}

  /**
   * Opens the port and makes sure that a writer answers there. `onLost` is called when it is unplugged.
   * @throws WriterError `busy` when the port cannot be opened, `silent` when nothing answers like an MSR605.
   */
  static async open(port: SerialLine, onLost: () => void): Promise<Msr605> {
    await port.open(line).catch(() => {
      throw new WriterError('busy');
    });
    const { readable, writable } = port;
    if (!readable || !writable) throw new WriterError('busy');
    const writer = new Msr605(port, new ByteQueue(readable, onLost), writable.getWriter());
    try {
      await writer.begin();
    } catch (error) {
      await writer.close();
      throw error;
    }
    return writer;
  }

  /**
   * Writes the given tracks to the next card that is swiped; the others stay.
   * @throws WriterError
   */
  async write(tracks: Tracks, cancelled: AbortSignal): Promise<void> {
    const data = ([1, 2, 3] as const).flatMap((number) => [escape, number, ...bytesOf(tracks[number] ?? '')]);
    await this.send(commands.write, [escape, blockStart, ...data, question, separator]);
    await this.status({ until: Date.now() + times.swipe, cancelled, problem: 'late' });
  }

  /**
   * Reads the next card that is swiped; the tracks have their sentinels.
   * @throws WriterError
   */
  async read(cancelled: AbortSignal): Promise<Tracks> {
    const patience: Patience = { until: Date.now() + times.swipe, cancelled, problem: 'late' };
    await this.send(commands.read);
    const begin = await this.find((byte) => byte === blockStart || isStatus(byte), patience);
    if (begin !== blockStart) throw new WriterError(statuses[begin] ?? 'card');
    const tracks = await this.block(patience);
    await this.status(patience);
    return tracks;
  }

  /** Ends a command that waits for a card. @throws WriterError `unplugged` */
  async reset(): Promise<void> {
    await this.send(commands.reset);
    await new Promise((resolve) => setTimeout(resolve, times.reset));
    this.queue.clear();
  }

  /** Gives the port back; never fails. */
  async close(): Promise<void> {
    await this.queue.close();
    this.output.releaseLock();
    await this.port.close().catch(() => undefined);
  }

  /** Cards of a bank have high coercivity; the writer remembers what was set last. */
  private async begin(): Promise<void> {
    await this.reset();
    await this.test();
    await this.reset();
    await this.send(commands.highCoercivity);
    await this.find((byte) => byte === answers.ok, soon());
  }

  private async test(): Promise<void> {
    for (let tries = testTries; ; tries -= 1) {
      await this.send(commands.test);
      try {
        await this.find((byte) => byte === answers.test, soon());
        return;
      } catch (error) {
        if (tries === 1 || !(error instanceof WriterError) || error.problem !== 'silent') throw error;
      }
    }
  }

  private async send(command: string, data: number[] = []): Promise<void> {
    this.queue.clear();
    await this.output.write(Uint8Array.from([escape, ...bytesOf(command), ...data])).catch(() => {
      throw new WriterError('unplugged');
    });
  }

  /** Skips everything up to an escape that a wanted byte follows, and returns that byte. */
  private async find(isWanted: (byte: number) => boolean, patience: Patience): Promise<number> {
    for (let previous = 0; ;) {
      const byte = await this.queue.next(patience);
      if (previous === escape && isWanted(byte)) return byte;
      previous = byte;
    }
  }

  private async status(patience: Patience): Promise<void> {
    const status = await this.find(isStatus, patience);
    if (status !== answers.ok) throw new WriterError(statuses[status] ?? 'card');
  }

  /** The data of the tracks up to the question mark and separator that end them. */
  private async block(patience: Patience): Promise<Tracks> {
    const tracks: Tracks = {};
    let number: 1 | 2 | 3 | undefined;
    for (let taken = 0; taken < mostBytes; taken += 1) {
      const byte = await this.queue.next(patience);
      if (byte === separator) {
        // The question mark that ends the block follows the last track.
        if (number) tracks[number] = tracks[number]?.slice(0, -1);
        return tracks;
      }
      if (byte === escape) number = trackAfter(await this.queue.next(patience), number);
      else if (number) tracks[number] = (tracks[number] ?? '') + String.fromCharCode(byte);
    }
    throw new WriterError('card');
  }
}

/** The number of the track whose data follows. @throws WriterError `card` when it cannot be read. */
function trackAfter(byte: number, current: 1 | 2 | 3 | undefined): 1 | 2 | 3 | undefined {
  if (byte === 1 || byte === 2 || byte === 3) return byte;
  if (byte === marks.empty) return current;
  throw new WriterError('card');
}

const isStatus = (byte: number) => byte >= 0x30 && byte <= 0x3f;
const soon = (): Patience => ({ until: Date.now() + times.answer, problem: 'silent' });
const bytesOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
