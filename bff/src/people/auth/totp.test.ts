import { generateSync } from 'otplib';
import { acceptedStep, newTotpSecret, otpauthUrl } from './totp';

const now = new Date('2026-11-21T12:00:15Z');
const step = Math.floor(now.getTime() / 30_000);

describe('a one-time code', () => {
  const secret = newTotpSecret();
  const codeAt = (offset: number) => generateSync({ secret, epoch: (step + offset) * 30 + 15 });

  it('is accepted within one step of drift', () => {
    for (const offset of [-1, 0, 1]) {
      expect(acceptedStep(secret, codeAt(offset), now, null)).toBe(step + offset);
    }
    for (const offset of [-2, 2]) expect(acceptedStep(secret, codeAt(offset), now, null)).toBeUndefined();
  });

  it('is accepted at every second of its step', () => {
    for (const second of [0, 29]) {
      const moment = new Date(step * 30_000 + second * 1000);
      expect(acceptedStep(secret, codeAt(-1), moment, null)).toBe(step - 1);
      expect(acceptedStep(secret, codeAt(1), moment, null)).toBe(step + 1);
      expect(acceptedStep(secret, codeAt(-2), moment, null)).toBeUndefined();
      expect(acceptedStep(secret, codeAt(2), moment, null)).toBeUndefined();
    }
  });

  it('is never accepted twice, nor an earlier one after it', () => {
    expect(acceptedStep(secret, codeAt(0), now, step)).toBeUndefined();
    expect(acceptedStep(secret, codeAt(-1), now, step)).toBeUndefined();
    expect(acceptedStep(secret, codeAt(1), now, step)).toBe(step + 1);
  });

  it.each(['', '12345', '1234567', 'abcdef', '12 345', '１２３４５６'])(
    'is refused when it is %p',
    (code) => {
      expect(acceptedStep(secret, code, now, null)).toBeUndefined();
    },
  );
});

it('follows RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(acceptedStep(secret, '287082', new Date(59_000), null)).toBe(1);
  expect(acceptedStep(secret, '081804', new Date(1_111_111_109_000), null)).toBe(37_037_036);
});

it('is set up under the name of the bank', () => {
  const url = new URL(otpauthUrl('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'marie@bankpcs.example'));
  expect(url.protocol + url.host).toBe('otpauth:totp');
  expect(decodeURIComponent(url.pathname)).toBe('/Bank PCS:marie@bankpcs.example');
  expect(url.searchParams.get('issuer')).toBe('Bank PCS');
});
