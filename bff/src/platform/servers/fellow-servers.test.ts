import { refusalBeside, type ListedServer, type ServerIdentity } from './fellow-servers';

const own: ServerIdentity = {
  stores: { documents: 'd', releases: 'r' },
  keys: { signing: ['s2', 's1'], encryption: ['e1'], release: ['r1'], push: ['p1'] },
};
const other = (change: Partial<ListedServer> = {}): ListedServer => ({ ...own, isHere: true, ...change });
const withKeys = (keys: Partial<ServerIdentity['keys']>, isHere = true) =>
  other({ isHere, keys: { ...own.keys, ...keys } });

it('a server runs beside one with the same keys and files', () => {
  expect(refusalBeside(own, other())).toBeUndefined();
});

it.each([
  ['SIGNING_KEY does not contain', withKeys({ signing: ['s3', 's2'] })],
  ['ENCRYPTION_KEY does not contain', withKeys({ encryption: ['e2'] })],
  ['RELEASE_KEY does not contain', withKeys({ release: ['r2'] })],
  ['PUSH_KEY does not contain', withKeys({ push: ['p2'] })],
  ['PUSH_KEY does not contain', withKeys({ push: ['p2'] }, false)],
  ['does not know the key in use of SIGNING_KEY', withKeys({ signing: ['s1'] })],
  ['bucket in DOCUMENTS_URL', other({ stores: { documents: 'x', releases: 'r' } })],
  ['bucket in RELEASES_URL', other({ stores: { documents: 'd', releases: 'x' } })],
])('not beside another: %s', (sentence, listed) => {
  expect(refusalBeside(own, listed)).toContain(sentence);
});

it('both steps of a rotation pass: one server uses the older key while the other uses the newer', () => {
  expect(refusalBeside(own, withKeys({ signing: ['s1', 's2'] }))).toBeUndefined();
});

it('of a server that has gone only the key in use counts', () => {
  const gone = { isHere: false, stores: { documents: 'x', releases: 'x' } };
  expect(refusalBeside(own, other({ ...gone, keys: { ...own.keys, signing: ['s1'] } }))).toBeUndefined();
});
