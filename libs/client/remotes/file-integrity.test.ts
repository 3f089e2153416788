/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { keyPair, signedRemote, sri } from '../../../tests/support/signed-remote';
import { config } from '../http/config';
import { installIntegrityCheck, integrityOf, isLocalRemote, isTrusted, trustFilesOf } from './file-integrity';

declare const bankIntegrity: (address: string) => string;

const nothing = `sha256-${'A'.repeat(43)}=`;
const remote = signedRemote(keyPair().privateKey, { name: 'cards' });
const at = `/remotes/cards/${remote.version}`;
config.host_files['main.js'] = sri('main');
installIntegrityCheck();
trustFilesOf(remote);

it('returns the hash of a signed file, also at the address of a retry', () => {
  expect(integrityOf(`${at}/entry.js`)).toBe(sri('entry'));
  expect(integrityOf(`${location.origin}${at}/part.css`)).toBe(sri('part'));
  expect(integrityOf(`${at}+2/entry.js`)).toBe(sri('entry'));
});

it('returns the hashes of the shell’s own files', () => {
  expect(integrityOf('/assets/shell/main.js')).toBe(sri('main'));
  expect(integrityOf('/assets/back-office/main.js')).toBe(nothing);
});

it.each([
  'another file of it: /remotes/cards/1.0.0-0123456789/other.js',
  'another version: /remotes/cards/1.0.0-aaaaaaaaaa/entry.js',
  'another remote: /remotes/auth/1.0.0-0123456789/entry.js',
  'what every object has: /remotes/cards/1.0.0-0123456789/constructor',
  'another house: https://elsewhere.example/remotes/cards/1.0.0-0123456789/entry.js',
  'a folder: /remotes/cards/1.0.0-0123456789/',
])('returns an unmatchable hash for %s', (line) => {
  expect(integrityOf(line.slice(line.indexOf(': ') + 2))).toBe(nothing);
});

it('cannot be replaced on the page', () => {
  const forge = () => Object.assign(globalThis, { bankIntegrity: () => '' });
  expect(forge).toThrow(TypeError);
  expect(() => Object.defineProperty(globalThis, 'bankIntegrity', { value: () => '' })).toThrow(TypeError);
  expect(bankIntegrity(`${at}/entry.js`)).toBe(sri('entry'));
});

it('returns no hash for a remote that was not admitted', () => {
  expect(isTrusted(remote)).toBe(true);
  expect(isTrusted({ ...remote })).toBe(false);
});

it.each([
  ['http://localhost:4103/remoteEntry.js', true],
  ['http://127.0.0.1:4103/remoteEntry.js', true],
  ['https://elsewhere.example/remoteEntry.js', false],
  ['/remotes/help/1.0.0-0123456789/entry.js', false],
])('accepts local remotes of the document from loopback addresses only: %s', (entry, expected) => {
  config.local_remotes.push('help');
  expect(isLocalRemote({ ...remote, name: 'help', entry })).toBe(expected);
  expect(isLocalRemote({ ...remote, name: 'auth', entry })).toBe(false);
});
