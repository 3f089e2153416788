import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from './encryption';

const key = randomBytes(32);

it('opens sealed data for its owner and with its key only', () => {
  const sealed = encrypt(key, 'owner 1', 'a secret');
  expect(sealed.toString('latin1')).not.toContain('a secret');
  expect(decrypt(key, 'owner 1', sealed).toString()).toBe('a secret');
  expect(() => decrypt(key, 'owner 2', sealed)).toThrow();
  expect(() => decrypt(randomBytes(32), 'owner 1', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(key, 'owner 1', changed)).toThrow();
  }
});

it('never repeats a ciphertext', () => {
  expect(encrypt(key, 'owner', 'same')).not.toEqual(encrypt(key, 'owner', 'same'));
});
