/**
 * The secret of a visitor's conversation, of this tab alone and by the place where it began. Where the browser blocks storage
 * in frames, it lasts as long as the page.
 */
const kept = new Map<string, string>();
/** As `personal-storage.ts`, which forgets it when a session begins or ends in this tab; a frame is too small for all of it. */
const nameOf = (place: string) => `personal:0:talk ${place}`;

export function readSecret(place: string): string | null {
  try {
    return sessionStorage.getItem(nameOf(place));
  } catch {
    return kept.get(place) ?? null;
  }
}

export function keepSecret(place: string, secret: string): void {
  kept.set(place, secret);
  try {
    sessionStorage.setItem(nameOf(place), secret);
  } catch {
    // The map has it.
  }
}

export function forgetSecret(place: string): void {
  kept.delete(place);
  try {
    sessionStorage.removeItem(nameOf(place));
  } catch {
    // It was never stored.
  }
}

/** The place of visitors on the bank's own pages. */
export const ownPlace = 'bank';
