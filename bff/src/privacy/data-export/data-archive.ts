import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

/**
 * A ZIP file that is written while it is read: one file of it after another, none of them whole in memory. What fails, or a
 * reader that goes away, ends it without its directory, so that no program takes a part of it for the whole.
 */
export class DataArchive {
  private readonly zip = new yazl.ZipFile();
  private readonly out = this.zip.outputStream as Readable;
  private readonly names = new Set<string>();
  private current: Readable | undefined;

  constructor(private readonly now: Date) {
    this.out.on('close', () => this.current?.destroy());
  }

  /** The file, complete once `end` was called. */
  get content(): Readable {
    return this.out;
  }

  /** Adds a file and waits until it was read. @throws what the content throws; Error when the reader has gone away. */
  async add(name: string, content: Readable): Promise<void> {
    this.current = content;
    if (this.out.destroyed) content.destroy();
    else this.zip.addReadStream(content, this.unused(name), { mtime: this.now });
    await finished(content);
  }

  end(): void {
    this.zip.end();
  }

  fail(error: Error): void {
    this.out.destroy(error);
  }

  /** Two files that a person gave the same name both get in. */
  private unused(name: string): string {
    let free = name;
    for (let number = 2; this.names.has(free); number += 1)
      free = name.replace(/(\.\w+)?$/, ` (${number})$1`);
    this.names.add(free);
    return free;
  }
}

/** Rows as a JSON array, one row a line; `counted` learns how many there were. */
export function jsonOf(rows: AsyncIterable<object[]>, counted: (count: number) => void): Readable {
  const lines = async function* () {
    let count = 0;
    yield '[';
    for await (const batch of rows) {
      if (batch.length === 0) continue;
      yield batch.map((row, at) => `${count + at === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('');
      count += batch.length;
    }
    yield '\n]\n';
    counted(count);
  };
  return Readable.from(lines(), { objectMode: false });
}

/** A name that every system can unpack, without a path. */
export const safeName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[/\\:*?"<>|\p{C}]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120) || '_';
