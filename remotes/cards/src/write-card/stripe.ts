import type { WriteCardRequest } from '@bank/contracts/cards';
import type { Msr605, Tracks } from './msr605';
import { WriterError } from './serial';

/** The step that the person has to do with the card. */
export type StripeStep = 'write' | 'read';

/** The text between the sentinels of a track; the writer computes sentinels and check character by itself. */
const contentOf = (track: string) => track.slice(1).split('?', 1)[0] ?? '';

/** The tracks of a request for the writer; undefined when it has none. */
export function stripeOf({ track1, track2, track3 }: WriteCardRequest): Tracks | undefined {
  const typed = ([track1, track2, track3] as const).map((track) => track && contentOf(track));
  const tracks: Tracks = Object.fromEntries(typed.flatMap((track, at) => (track ? [[at + 1, track]] : [])));
  return Object.keys(tracks).length > 0 ? tracks : undefined;
}

/**
 * Writes the tracks and reads them back; resolves only when the card holds what was written.
 * @throws WriterError, after the writer stopped to wait for a card.
 */
export async function writeStripe(
  writer: Msr605,
  tracks: Tracks,
  cancelled: AbortSignal,
  show: (step: StripeStep) => void,
): Promise<void> {
  try {
    show('write');
    await writer.write(tracks, cancelled);
    show('read');
    const found = await writer.read(cancelled);
    const isSame = ([1, 2, 3] as const).every((number) => {
      const wanted = tracks[number];
      return wanted === undefined || contentOf(found[number] ?? '') === wanted;
    });
    if (!isSame) throw new WriterError('differs');
  } catch (error) {
    await writer.reset().catch(() => undefined);
    throw error;
  }
}
