/** How often a subject may be wrong before it is slowed. */
export interface Limit {
  wrong: number;
  /** The window starts anew with each wrong attempt; otherwise it lasts from the first one. */
  slides: boolean;
}

/** Five wrong passwords for an account, 100 wrong attempts from an address (wire contract, section 2). */
export const limits = {
  account: { wrong: 5, slides: true },
  address: { wrong: 100, slides: false },
  /** Two sign-ins' worth of one-time codes: signing in again must not make guessing endless. */
  codes: { wrong: 10, slides: true },
} as const satisfies Record<string, Limit>;

const minute = 60_000;
const windowLength = 15 * minute;
const firstWait = 30_000;
const longestWait = 15 * minute;

/** After this time an attempt whose server died no longer counts as under way. */
const pendingLength = 10_000;

/** What is remembered of a subject's attempts. */
export interface Attempts {
  wrong: number;
  pending: number;
  pendingUntil: Date | null;
  windowEndsAt: Date | null;
  blockedUntil: Date | null;
}

export type Admission =
  | { kind: 'admitted'; attempts: Attempts }
  /** So many attempts are under way that their outcome must be awaited first. */
  | { kind: 'busy' }
  | { kind: 'blocked'; seconds: number };

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);
const isPast = (moment: Date | null, now: Date) => moment === null || moment <= now;

/**
 * Whether one more attempt may be made. An admitted one is counted as under way before it is judged, so that
 * simultaneous guesses are never more than the limit; after the limit they come one by one.
 */
export function admit(past: Attempts, limit: Limit, now: Date): Admission {
  if (past.blockedUntil && past.blockedUntil > now) {
    return { kind: 'blocked', seconds: (past.blockedUntil.getTime() - now.getTime()) / 1000 };
  }
  const current = isPast(past.windowEndsAt, now)
    ? { ...past, wrong: 0, windowEndsAt: null, blockedUntil: null }
    : past;
  const pending = isPast(past.pendingUntil, now) ? 0 : past.pending;
  if (pending >= Math.max(1, limit.wrong - current.wrong)) return { kind: 'busy' };
  return {
    kind: 'admitted',
    attempts: { ...current, pending: pending + 1, pendingUntil: after(now, pendingLength) },
  };
}

/** An admitted attempt was wrong: from the limit on, each makes the next wait twice as long. */
export function judgedWrong(past: Attempts, limit: Limit, now: Date): Attempts {
  const wrong = past.wrong + 1;
  const settled = { ...past, wrong, pending: Math.max(0, past.pending - 1) };
  const windowEndsAt =
    limit.slides || past.windowEndsAt === null ? after(now, windowLength) : past.windowEndsAt;
  if (wrong < limit.wrong) return { ...settled, windowEndsAt };
  const wait = Math.min(longestWait, firstWait * 2 ** Math.min(10, wrong - limit.wrong));
  return { ...settled, blockedUntil: after(now, wait), windowEndsAt: after(now, wait + windowLength) };
}

/** An admitted attempt was right, or was never judged. Only what is about the person themself is forgotten. */
export function judgedRight(past: Attempts, forget: boolean): Attempts {
  const settled = { ...past, pending: Math.max(0, past.pending - 1) };
  return forget ? { ...settled, wrong: 0, windowEndsAt: null, blockedUntil: null } : settled;
}
