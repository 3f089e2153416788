import { emulatedWriter, type WriterBehaviour } from '../../../../tests/support/card-writer';
import { Msr605 } from './msr605';
import { WriterError } from './serial';
import { stripeOf, type StripeStep, writeStripe } from './stripe';

const track1 = '%B4000001234567899^LEFEVRE/MARIE^29111010000000000000?';
const track2 = ';4000001234567899=29111010000?';
const track3 = ';014000001234567899==1978=?';
const tracks = stripeOf({ cardId: 1, track1, track2, track3 });

async function connect(behaviour: WriterBehaviour = {}) {
  const emulated = emulatedWriter(behaviour);
  const lost = jest.fn();
  return { ...emulated, lost, writer: await Msr605.open(emulated.port, lost) };
}

async function writeTo(behaviour: WriterBehaviour, cancelled = new AbortController().signal) {
  const connected = await connect();
  Object.assign(connected.state.behaviour, behaviour);
  const steps: StripeStep[] = [];
  const result = await writeStripe(connected.writer, tracks!, cancelled, (step) => steps.push(step)).then(
    () => 'written',
    (error: unknown) => (error instanceof WriterError ? error.problem : error),
  );
  return { ...connected, steps, result };
}

it('leaves sentinels and check characters to the writer', () => {
  expect(stripeOf({ cardId: 1, track1: `${track1}A`, track2: `${track2}5` })).toEqual({
    1: track1.slice(1, -1),
    2: track2.slice(1, -1),
  });
  expect(stripeOf({ cardId: 1, customData: 'not on the stripe' })).toBeUndefined();
});

it.each<[string, WriterBehaviour]>([
  ['at once', {}],
  ['slowly, byte by byte', { pauseMs: 1 }],
  ['after noise of the line', { noise: [0x00, 0xff, 0x1b, 0x41, 0x1b] }],
])('writes three tracks and reads them back from a writer that answers %s', async (_how, behaviour) => {
  const { state, result, steps, writer } = await writeTo(behaviour);
  expect(result).toBe('written');
  expect(steps).toEqual(['write', 'read']);
  expect(state.stripe).toEqual({ 1: track1, 2: track2, 3: track3 });
  expect(state.commands.join('')).toBe('aeaxwr');
  await writer.close();
  expect(state.isOpen).toBe(false);
});

it('connects to a writer whose line is noisy and slow', async () => {
  const { state } = await connect({ noise: [0x1b, 0x00, 0x79], pauseMs: 2 });
  expect(state.isOpen).toBe(true);
});

it('writes only the tracks that were given', async () => {
  const { writer, state } = await connect();
  state.stripe[1] = '%OLD?';
  await writeStripe(writer, { 2: track2.slice(1, -1) }, new AbortController().signal, () => undefined);
  expect(state.stripe).toEqual({ 1: '%OLD?', 2: track2 });
});

it.each<[string, WriterBehaviour]>([
  ['card', { writeStatus: 0x31 }],
  ['refused', { writeStatus: 0x32 }],
  ['refused', { writeStatus: 0x34 }],
  ['swipe', { writeStatus: 0x39 }],
  ['card', { writeStatus: 0x3f }],
  ['card', { readStatus: 0x31 }],
  ['differs', { spoiledTrack2: ';4000001234567899=29111010001?' }],
  ['differs', { spoiledTrack2: ';?' }],
  ['unplugged', { unpluggedAt: 'write' }],
  ['unplugged', { unpluggedAt: 'read' }],
])('reports "%s" for %j, and nothing as written', async (problem, behaviour) => {
  const { result, lost, state } = await writeTo(behaviour);
  expect(result).toBe(problem);
  if (problem === 'unplugged') expect(lost).toHaveBeenCalledTimes(1);
  // The writer no longer waits for a card.
  else expect(state.commands.at(-1)).toBe('a');
});

it.each<[string, number[]]>([
  ['a track that cannot be read', [0x1b, 0x73, 0x1b, 0x01, 0x1b, 0x2a]],
  ['a status instead of the tracks', [0x1b, 0x31]],
  ['data without an end', [0x1b, 0x73, 0x1b, 0x01, ...Array<number>(500).fill(0x41)]],
])('does not take %s for a card', async (_what, answer) => {
  const { writer, state } = await connect();
  // Before the answer of a reading that fails by itself.
  Object.assign(state.behaviour, { noise: answer });
  await expect(writer.read(new AbortController().signal)).rejects.toMatchObject({ problem: 'card' });
});

it('reads a stripe of one track, with or without marks for the others', async () => {
  const { writer, state } = await connect();
  state.stripe[2] = track2;
  expect(await writer.read(new AbortController().signal)).toEqual({ 2: track2, 3: '' });
  const [escape, empty] = [0x1b, [0x1b, 0x2b]];
  const data = Array.from(track2, (letter) => letter.charCodeAt(0));
  const end = [0x3f, 0x1c, escape, 0x30];
  const marked = [escape, 0x73, escape, 1, ...empty, escape, 2, ...data, escape, 3, ...empty, ...end];
  Object.assign(state.behaviour, { noise: marked });
  expect(await writer.read(new AbortController().signal)).toEqual({ 2: track2, 3: '' });
});

it('refuses a port that is taken', async () => {
  const { port } = emulatedWriter({ isBusy: true });
  await expect(Msr605.open(port, jest.fn())).rejects.toMatchObject({ problem: 'busy' });
});

describe('without a byte', () => {
  const pretendTime = () => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  afterEach(() => jest.useRealTimers());

  it('asks a silent port three times, and gives it back', async () => {
    pretendTime();
    const { port, state } = emulatedWriter({ isDeaf: true });
    const outcome = jest.fn();
    void Msr605.open(port, jest.fn()).catch(outcome);
    await jest.advanceTimersByTimeAsync(3_500);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ problem: 'silent' }));
    expect(state).toMatchObject({ isOpen: false, commands: ['a', 'e', 'e', 'e'] });
  });

  it('waits 30 seconds for a card', async () => {
    pretendTime();
    const opening = connect({ hasNoCard: true });
    await jest.advanceTimersByTimeAsync(1_000);
    const { writer } = await opening;
    const outcome = jest.fn();
    void writeStripe(writer, tracks!, new AbortController().signal, () => undefined).catch(outcome);
    await jest.advanceTimersByTimeAsync(29_900);
    expect(outcome).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(300);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ problem: 'late' }));
  });

  it('stops at once when the person stops it', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    const { result, state } = await writeTo({ hasNoCard: true }, stop.signal);
    expect(result).toBe('cancelled');
    expect(state.commands.at(-1)).toBe('a');
  });
});
