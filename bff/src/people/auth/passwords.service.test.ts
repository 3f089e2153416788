import type { Config } from '../../platform/config/config';
import { ApiException } from '../../platform/errors/api-exception';
import { PasswordsService } from './passwords.service';

const passwords = new PasswordsService({ hashesAtOnce: 1 } as Config);

it('accepts only the right password, and none without a hash', async () => {
  const hash = await passwords.hash('long-enough-for-a-test');
  expect(await passwords.matches(hash, 'long-enough-for-a-test')).toBe(true);
  expect(await passwords.matches(hash, 'long-enough-for-a-tesT')).toBe(false);
  expect(await passwords.matches(undefined, 'nobody has this password')).toBe(false);
});

it('refuses work when the queue is full, and continues with queued work', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.hash('same')));
  const refused = outcomes.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as ApiException] : [],
  );
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.length).toBeLessThan(40);
  for (const { code, retryAfterSeconds } of refused)
    expect([code, retryAfterSeconds]).toEqual(['UNAVAILABLE', 1]);
});

it('refuses an easily guessed new password, about its field', () => {
  expect(() => passwords.refuseCommon('PASSWORD', 'newPassword')).toThrow(
    expect.objectContaining({ code: 'PASSWORD_TOO_COMMON', fields: { newPassword: 'PASSWORD_TOO_COMMON' } }),
  );
  expect(() => passwords.refuseCommon('long-enough-for-a-test', 'newPassword')).not.toThrow();
});
