/** The part of the Web Serial API that is used; TypeScript's libraries do not describe it. */
export interface SerialLine {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number; dataBits: 8; stopBits: 1; parity: 'none' }): Promise<void>;
  close(): Promise<void>;
}

interface Serial {
  requestPort(): Promise<SerialLine>;
}

/** The browser's serial ports; undefined where it offers none to this page. */
export const serialPorts = (): Serial | undefined => (navigator as { serial?: Serial }).serial;

/** How long a writer waits for a card, seconds. */
export const swipeSeconds = 30;

/**
 * Why a magnetic stripe was not written and read back:
 * `silent` no answer of a writer, `busy` its port cannot be opened, `unplugged`, `late` no card in time, `cancelled`,
 * `card` the stripe cannot be written or read, `swipe` the card was moved wrongly, `refused` the writer did not understand,
 * `differs` what was read back is something else, `failed` the browser did not let it happen.
 */
export type WriterProblem =
  | ('silent' | 'busy' | 'unplugged' | 'late' | 'cancelled')
  | ('card' | 'swipe' | 'refused' | 'differs' | 'failed');

export class WriterError extends Error {
  constructor(readonly problem: WriterProblem) {
    super(problem);
    this.name = 'WriterError';
  }
}
