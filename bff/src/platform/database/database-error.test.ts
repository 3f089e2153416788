import { isDuplicateOf } from './database-error';

const refused = (message: string, errno = 1062) => Object.assign(new Error(message), { errno });

describe('the unique key that a duplicate violates', () => {
  it.each([
    ['MariaDB', `Duplicate entry 'user:1-a' for key 'idempotency_keys_client'`],
    ['MySQL', `Duplicate entry 'user:1-a' for key 'idempotency_keys.idempotency_keys_client'`],
  ])('is read from the message of %s', (_server, message) => {
    expect(isDuplicateOf(refused(message), 'idempotency_keys_client')).toBe(true);
    expect(isDuplicateOf(refused(message), 'idempotency_keys_time')).toBe(false);
  });

  it('is not read from typed values, nor from other errors', () => {
    const typed = `Duplicate entry 'for key 'idempotency_keys_client'' for key 'users_email'`;
    expect(isDuplicateOf(refused(typed), 'idempotency_keys_client')).toBe(false);
    expect(isDuplicateOf(refused(typed), 'users_email')).toBe(true);
    expect(isDuplicateOf(refused(`for key 'users_email'`, 1213), 'users_email')).toBe(false);
  });
});
