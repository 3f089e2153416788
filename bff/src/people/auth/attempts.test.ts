import { admit, recordSuccess, recordFailure, limits, type Attempts } from './attempts';

const start = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const none: Attempts = { wrong: 0, pending: 0, pendingUntil: null, windowEndsAt: null, blockedUntil: null };
const limit = limits.account;

/** Makes failed attempts one after another, at the given seconds; throws when one is not admitted. */
function wrongAt(...seconds: number[]): Attempts {
  return seconds.reduce((past, second) => {
    const admission = admit(past, limit, later(second));
    if (admission.kind !== 'admitted') throw new Error(admission.kind);
    return recordFailure(admission.attempts, limit, later(second));
  }, none);
}

describe('attempts on an account', () => {
  it('are blocked for 30 seconds by the fifth failure', () => {
    const four = wrongAt(0, 1, 2, 3);
    expect(admit(four, limit, later(4)).kind).toBe('admitted');
    const five = wrongAt(0, 1, 2, 3, 4);
    expect(admit(five, limit, later(5))).toEqual({ kind: 'blocked', seconds: 29 });
    expect(admit(five, limit, later(34)).kind).toBe('admitted');
  });

  it('double the block with each further failure, up to 15 minutes', () => {
    const waits: number[] = [];
    let past = wrongAt(0, 0, 0, 0, 0);
    let second = 0;
    for (let round = 0; round < 8; round += 1) {
      const admission = admit(past, limit, later(second));
      if (admission.kind !== 'blocked') throw new Error(admission.kind);
      waits.push(admission.seconds);
      second += admission.seconds;
      const next = admit(past, limit, later(second));
      if (next.kind !== 'admitted') throw new Error(next.kind);
      past = recordFailure(next.attempts, limit, later(second));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('are cleared after 15 minutes without failures, and by a success', () => {
    const four = wrongAt(0, 1, 2, 3);
    expect(admit(four, limit, later(3 + 15 * 60))).toMatchObject({ attempts: { wrong: 0 } });
    expect(recordSuccess(four, true)).toMatchObject({ wrong: 0, blockedUntil: null });
  });

  it('never run in greater number than may still fail', () => {
    let past = none;
    const outcomes = Array.from({ length: 20 }, () => {
      const admission = admit(past, limit, start);
      if (admission.kind === 'admitted') past = admission.attempts;
      return admission.kind;
    });
    expect(outcomes.filter((kind) => kind === 'admitted')).toHaveLength(5);
    expect(outcomes.filter((kind) => kind === 'busy')).toHaveLength(15);
  });

  it('run one by one beyond the limit', () => {
    const five = wrongAt(0, 1, 2, 3, 4);
    const first = admit(five, limit, later(60));
    if (first.kind !== 'admitted') throw new Error(first.kind);
    expect(admit(first.attempts, limit, later(60)).kind).toBe('busy');
  });

  it('do not wait for an attempt whose server died', () => {
    const lost = { ...none, pending: 5, pendingUntil: later(10) };
    expect(admit(lost, limit, later(9)).kind).toBe('busy');
    expect(admit(lost, limit, later(10))).toMatchObject({ attempts: { pending: 1 } });
  });
});

it('an address keeps its window from the first failure, and a success does not clear it', () => {
  const first = recordFailure({ ...none, pending: 1 }, limits.address, start);
  const second = recordFailure({ ...first, pending: 1 }, limits.address, later(600));
  expect(second.windowEndsAt).toEqual(later(900));
  expect(recordSuccess(second, false).wrong).toBe(2);
});
