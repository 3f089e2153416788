import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAddress } from '@bank/contracts/database-address.mjs';

const tls = (host: string, query = '') => databaseAddress(`mysql://bank:p%40ss@${host}/bank${query}`).ssl;

describe('the connection to a database', () => {
  it.each(['localhost', '127.0.0.1', '127.8.8.8:3307', '[::1]'])(
    'to %s is not encrypted, since it stays on the machine',
    (host) => {
      expect(tls(host)).toBeUndefined();
    },
  );

  it('through a socket is not encrypted either', () => {
    expect(tls('localhost', '?socketPath=/run/mysqld.sock')).toBeUndefined();
    expect(tls('database.example', '?socketPath=/run/mysqld.sock')).toBeUndefined();
  });

  it.each([
    'database.example',
    '10.0.0.7',
    '0.0.0.0',
    '127.0.0.1.example',
    'localhost.example',
    '[2001:db8::1]',
  ])('to %s is encrypted, and verifies the server’s certificate', (host) => {
    expect(tls(host)).toEqual({ rejectUnauthorized: true, verifyIdentity: true, minVersion: 'TLSv1.2' });
  });

  it('follows the `tls` parameter of its address', () => {
    expect(tls('database.example', '?tls=off')).toBeUndefined();
    expect(tls('database.example', '?tls=required')).toMatchObject({ rejectUnauthorized: false });
    expect(tls('localhost', '?tls=verify')).toMatchObject({ rejectUnauthorized: true });
    expect(() => tls('database.example', '?tls=no')).toThrow('tls must be one of off, required, verify');
  });

  it('trusts the authority that its address names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bank-ca-'));
    writeFileSync(join(folder, 'ca.pem'), 'authority');
    expect(tls('database.example', `?ca=${folder}/ca.pem`)).toMatchObject({ ca: 'authority' });
    expect(() => tls('database.example', `?ca=${folder}/none.pem`)).toThrow('ENOENT');
    rmSync(folder, { recursive: true });
  });

  it('reads the rest of the address', () => {
    expect(databaseAddress('mariadb://bank:p%40ss@[2001:db8::1]:3307/the%20bank')).toMatchObject({
      host: '2001:db8::1',
      port: 3307,
      user: 'bank',
      password: 'p@ss',
      database: 'the bank',
    });
  });
});
