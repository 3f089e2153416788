import { generateSecret, generateURI, verifySync } from 'otplib';

const issuer = 'Bank PCS';
const period = 30;

export const newTotpSecret = (): string => generateSecret();

/** The address that an authenticator application reads from a QR code. */
export const otpauthUrl = (secret: string, label: string): string =>
  generateURI({ issuer, label, secret, period });

/**
 * The time step of RFC 6238 to which the code belongs, one step before and after `now` included; undefined when
 * it belongs to none, or to one that is not after `lastStep`: a code is never accepted twice.
 */
export function acceptedStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, period, epochTolerance: period });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return lastStep === null || result.timeStep > lastStep ? result.timeStep : undefined;
}
