import { keyPair, signedRemote } from '../../../tests/support/signed-remote';
import { isSigned } from './signature';

const bank = keyPair();
const remote = signedRemote(bank.privateKey);
const keys = [keyPair().publicText, bank.publicText];

/** A browser without Ed25519, like all before 2025. */
const withoutEd25519 = () =>
  jest
    .spyOn(crypto.subtle, 'importKey')
    .mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError'));

afterEach(() => jest.restoreAllMocks());

for (const [browser, prepare] of [
  ['a browser that knows Ed25519', () => undefined],
  ['an older browser', withoutEd25519],
] as const) {
  describe(`in ${browser}`, () => {
    beforeEach(() => void prepare());

    it('accepts the bank’s signature by any of its keys', async () => {
      expect(await isSigned(remote, keys)).toBe(true);
    });

    it.each([
      ['another entry', { ...remote, entry: `${remote.entry}x` }, keys],
      ['another hash', { ...remote, files: { ...remote.files, 'entry.js': 'sha256-x' } }, keys],
      ['one more file', { ...remote, files: { ...remote.files, 'more.js': 'sha256-x' } }, keys],
      ['another version’s signature', signedRemote(keyPair().privateKey), keys],
      ['no signature', { ...remote, signature: '' }, keys],
      ['a signature that is none', { ...remote, signature: '***' }, keys],
      ['no key at all', remote, []],
      ['a key that is none', remote, ['AAAA']],
    ])('refuses %s', async (_what, altered, known) => {
      expect(await isSigned(altered, known)).toBe(false);
    });
  });
}

it('refuses a remote without the signature', async () => {
  const { signature: _, ...unsigned } = remote;
  expect(await isSigned(unsigned as typeof remote, keys)).toBe(false);
});
