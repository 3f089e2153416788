import fs from 'node:fs';

/** The pause before a write to a reader that cannot take more is repeated, and how long the last lines may take, ms. */
const againMs = 20;
const flushMs = 1_000;

const isBusy = (error: NodeJS.ErrnoException) => error.code === 'EAGAIN' || error.code === 'EBUSY';

/**
 * Where the log is written, without waiting for its reader. The logging package's own output repeats the last lines for ever when
 * a process ends whose reader is gone, so that the process stays.
 */
export class LogOutput {
  private lines: Buffer[] = [];
  private bytes = 0;
  private isWriting = false;
  private isGone = false;

  /** @param keptBytes for a reader that is slow; lines above it are lost, rather than the server's memory */
  constructor(
    private readonly fd: number,
    private readonly keptBytes = 16 * 1024 * 1024,
  ) {}

  /** Called by the logger with each line. */
  write(line: string): void {
    const data = Buffer.from(line);
    if (this.isGone || this.bytes + data.length > this.keptBytes) return;
    this.lines.push(data);
    this.bytes += data.length;
    this.next();
  }

  /** Writes what is left at the end of the process; gives up on a reader that is gone, or takes nothing for a second. */
  flushSync(): void {
    const deadline = Date.now() + flushMs;
    // A chunk that is being written is not written twice.
    let left = this.take();
    while (left.length > 0 && !this.isGone && Date.now() < deadline) {
      try {
        left = left.subarray(fs.writeSync(this.fd, left));
      } catch (error) {
        if (!isBusy(error as NodeJS.ErrnoException)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMs);
      }
    }
  }

  private next(): void {
    if (this.isWriting) return;
    const data = this.take();
    if (data.length === 0) return;
    this.isWriting = true;
    this.send(data);
  }

  private take(): Buffer {
    const data = this.lines.length === 1 ? this.lines[0] : Buffer.concat(this.lines);
    this.lines = [];
    this.bytes = 0;
    return data ?? Buffer.alloc(0);
  }

  private send(data: Buffer): void {
    fs.write(this.fd, data, (error, written) => {
      if (error && isBusy(error)) return void setTimeout(() => this.send(data), againMs).unref();
      this.isGone ||= error !== null;
      if (written < data.length && !this.isGone) return this.send(data.subarray(written));
      this.isWriting = false;
      this.next();
    });
  }
}

/** Standard output, to which the last lines are written when the process ends. */
export function standardOutput(): LogOutput {
  // Looking at it makes a pipe one that does not block.
  const output = new LogOutput(process.stdout.fd);
  process.once('exit', () => output.flushSync());
  return output;
}
