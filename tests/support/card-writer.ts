/** How an emulated writer of magnetic stripes behaves; by default it works, and a card is swiped at once. */
export interface WriterBehaviour {
  /** Bytes that arrive before each answer. */
  noise?: number[];
  /** Answers byte by byte, this many milliseconds apart. */
  pauseMs?: number;
  /** Answers nothing. */
  isDeaf?: boolean;
  /** No card is ever swiped. */
  hasNoCard?: boolean;
  /** What the writer reports after a command. */
  writeStatus?: number;
  readStatus?: number;
  /** The stripe holds this instead of what was written. */
  spoiledTrack2?: string;
  /** The cable is pulled while it waits for the card. */
  unpluggedAt?: 'write' | 'read';
  /** The port is taken by another program. */
  isBusy?: boolean;
}

/**
 * An MSR605 at a serial port, as its programmer's manual (revision B) describes it. Stands alone, since Playwright carries its
 * source into a page. `written` counts the stripes that it wrote, `cards` is what the last one holds.
 */
export function emulatedWriter(behaviour: WriterBehaviour = {}) {
  const [escape, separator, question] = [0x1b, 0x1c, 0x3f];
  const state = {
    behaviour,
    written: 0,
    stripe: {} as Record<number, string>,
    commands: [] as string[],
    isOpen: false,
  };
  let output: ReadableStreamDefaultController<Uint8Array> | undefined;
  let typed: number[] = [];
  const bytes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
  const send = async (answer: number[]) => {
    const all = [...(state.behaviour.noise ?? []), ...answer];
    if (!state.behaviour.pauseMs) return output?.enqueue(Uint8Array.from(all));
    for (const byte of all) {
      await new Promise((resolve) => setTimeout(resolve, state.behaviour.pauseMs));
      output?.enqueue(Uint8Array.of(byte));
    }
  };
  const unplug = () => output?.error(new Error('The device has been lost.'));
  const keep = (block: number[]) => {
    const text = String.fromCharCode(...block);
    for (const [, number = '', track = ''] of text.matchAll(/\x1b([\x01\x02\x03])([^\x1b\x1c]*)/g)) {
      const content = number === '\x03' ? track.replace(/\?$/, '') : track;
      if (content) state.stripe[number.charCodeAt(0)] = (number === '\x01' ? '%' : ';') + content + '?';
    }
    if (state.behaviour.spoiledTrack2) state.stripe[2] = state.behaviour.spoiledTrack2;
  };
  const write = (block: number[]) => {
    const { writeStatus = 0x30, hasNoCard, unpluggedAt } = state.behaviour;
    if (unpluggedAt === 'write') return unplug();
    if (hasNoCard) return;
    if (writeStatus === 0x30) {
      keep(block);
      state.written += 1;
    }
    return send([escape, writeStatus]);
  };
  const read = () => {
    const { readStatus = 0x30, hasNoCard, unpluggedAt } = state.behaviour;
    if (unpluggedAt === 'read') return unplug();
    if (hasNoCard) return;
    const tracks = [1, 2, 3].flatMap((number) => [escape, number, ...bytes(state.stripe[number] ?? '')]);
    return send([escape, 0x73, ...tracks, question, separator, escape, readStatus]);
  };
  /** Takes whole commands from what was sent so far. */
  const obey = () => {
    const command = String.fromCharCode(typed[1] ?? 0);
    const end = command === 'w' ? typed.indexOf(separator) + 1 : Math.min(typed.length, 2);
    if (typed[0] !== escape || end < 2) return;
    const block = typed.slice(2, end);
    typed = typed.slice(end);
    state.commands.push(command);
    if (!state.behaviour.isDeaf) {
      if (command === 'e') void send([escape, 0x79]);
      if (command === 'x' || command === 'y') void send([escape, 0x30]);
      if (command === 'w') void write(block);
      if (command === 'r') void read();
    }
    obey();
  };
  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    async open({ baudRate, parity }: { baudRate: number; parity: string }) {
      if (state.behaviour.isBusy || state.isOpen) throw new Error('Failed to open serial port.');
      if (baudRate !== 9600 || parity !== 'none') throw new Error('an MSR605 has 9600 baud, 8N1');
      state.isOpen = true;
      this.readable = new ReadableStream({ start: (controller) => void (output = controller) });
      this.writable = new WritableStream({
        write: (chunk) => {
          typed.push(...chunk);
          obey();
        },
      });
    },
    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new Error('Cannot close a locked port.');
      state.isOpen = false;
    },
  };
  return { port, state, unplug };
}
