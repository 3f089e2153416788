/** How many failures block a subject. */
export interface Limit {
  wrong: number;
  /** Each failure restarts the window; otherwise it starts with the first failure. */
  slides: boolean;
}

/** Five wrong passwords for an account, 100 wrong attempts from an address (wire contract, section 2). */
export const limits = {
  account: { wrong: 5, slides: true },
  address: { wrong: 100, slides: false },
  /** The codes of two sign-ins: another sign-in must not allow endless guessing. */
  codes: { wrong: 10, slides: true },
} as const satisfies Record<string, Limit>;

const minute = 60_000;
const windowLength = 15 * minute;
const firstBlock = 30_000;
const longestBlock = 15 * minute;

/** After this time an attempt whose server died no longer counts as pending. */
const pendingLength = 10_000;

export interface Attempts {
  wrong: number;
  pending: number;
  pendingUntil: Date | null;
  windowEndsAt: Date | null;
  blockedUntil: Date | null;
}

type Admission =
  | { kind: 'admitted'; attempts: Attempts }
  /** Pending attempts must finish first. */
  | { kind: 'busy' }
  | { kind: 'blocked'; seconds: number };

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);
const isPast = (moment: Date | null, now: Date) => moment === null || moment <= now;

/**
 * Whether one more attempt may be made. It counts as pending before it is checked, so that simultaneous guesses cannot
 * exceed the limit; beyond the limit attempts run one by one.
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

/** Records the failure of an admitted attempt: from the limit on, each doubles the block. */
export function recordFailure(past: Attempts, limit: Limit, now: Date): Attempts {
  const wrong = past.wrong + 1;
  const settled = { ...past, wrong, pending: Math.max(0, past.pending - 1) };
  const windowEndsAt =
    limit.slides || past.windowEndsAt === null ? after(now, windowLength) : past.windowEndsAt;
  if (wrong < limit.wrong) return { ...settled, windowEndsAt };
  const wait = Math.min(longestBlock, firstBlock * 2 ** Math.min(10, wrong - limit.wrong));
  return { ...settled, blockedUntil: after(now, wait), windowEndsAt: after(now, wait + windowLength) };
}

/** Records the success of an admitted attempt, or its release; `forget` clears the failures. */
export function recordSuccess(past: Attempts, forget: boolean): Attempts {
  const settled = { ...past, pending: Math.max(0, past.pending - 1) };
  return forget ? { ...settled, wrong: 0, windowEndsAt: null, blockedUntil: null } : settled;
}
