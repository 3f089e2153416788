import { generateSecret, generateURI, verifySync } from 'otplib';
import { unixSeconds } from '../../platform/time/durations';

const issuer = 'Bank PCS';
const period = 30;

export const newTotpSecret = (): string => generateSecret();

/** The URL that authenticator apps read from a QR code. */
export const otpauthUrl = (secret: string, label: string): string =>
  generateURI({ issuer, label, secret, period });

/**
 * The time step (RFC 6238) of a valid code, at most one step from `now`, or another tolerance in seconds. Undefined for an
 * invalid code, and for a step not after `lastStep`, since a code is accepted once.
 */
export function acceptedStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
  tolerance = period,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = unixSeconds(now);
  const result = verifySync({ secret, token: code, epoch, period, epochTolerance: tolerance });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return lastStep === null || result.timeStep > lastStep ? result.timeStep : undefined;
}
