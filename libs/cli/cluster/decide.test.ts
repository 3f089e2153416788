import { byHistory } from './failover.mjs';
import { decide, knownPrimary, type NodeState, type View } from './decide.mjs';

const node = (name: string, more: Partial<NodeState> = {}): NodeState => ({
  ...{
    name,
    term: 3,
    joined: 3,
    primary: 'a',
    busy: false,
    database: 'running',
    writable: false,
    alive: false,
  },
  ...{ source: 'a', diverged: false, position: 100 },
  ...more,
});
const primary = (more: Partial<NodeState> = {}) =>
  node('a', { writable: true, alive: true, source: null, ...more });
const away = (name: string) => ({ name, isAway: true as const });
/** Seen 10 s after the primary last committed, unless another moment is given. */
const decided = (nodes: View['nodes'], aliveAt = 0) => decide({ nodes, now: 10_000, aliveAt });
const fresh = 10_000;

const wait = { kind: 'wait' };
const failover = { kind: 'failover', primary: 'a', term: 4 };

describe('the supervisor waits', () => {
  it.each<[string, View['nodes'], number]>([
    ['while all is well', [primary(), node('b'), node('c')], fresh],
    ['while only it cannot reach a primary whose replicas go on', [away('a'), node('b'), node('c')], fresh],
    ['when a replica is gone', [primary(), away('b'), node('c')], fresh],
    ['when a primary is silent for a moment', [primary({ database: 'silent' }), node('b'), node('c')], fresh],
    [
      'when the primary cannot be reached and a replica, which may have acknowledged, neither',
      [away('a'), away('b'), node('c')],
      0,
    ],
    [
      'when the primary is silent and a replica gone',
      [primary({ database: 'silent' }), away('b'), node('c')],
      0,
    ],
    [
      'when no replica is there for a new primary',
      [primary(), away('b'), node('c', { database: 'down' })],
      0,
    ],
    ['when it reaches nothing', [away('a'), away('b'), away('c')], 0],
    [
      'while a node is busy with an order',
      [primary(), node('b', { busy: true, source: null }), node('c')],
      fresh,
    ],
  ])('%s', (_name, nodes, aliveAt) => {
    expect(decided(nodes, aliveAt)).toEqual(wait);
  });

  it('before the first term until all nodes are there, since any could have most', () => {
    const first = { term: 0, primary: null, source: null };
    expect(decided([node('a', first), node('b', first), away('c')])).toEqual(wait);
    const all = [node('a', first), node('b', first), node('c', first)];
    expect(decided(all)).toEqual({ kind: 'failover', primary: null, term: 1 });
  });
});

describe('it fails over', () => {
  it.each<[string, View['nodes'], number]>([
    [
      'at once when the database of the primary ended',
      [primary({ database: 'down', writable: false }), node('b'), node('c')],
      fresh,
    ],
    [
      'at once when it was started again, which is read-only',
      [primary({ writable: false, alive: false }), node('b'), node('c')],
      fresh,
    ],
    ['when the primary cannot be reached and nothing comes from it', [away('a'), node('b'), node('c')], 0],
    ['when the primary is silent for long', [primary({ database: 'silent' }), node('b'), node('c')], 0],
    [
      'when the primary runs and no replica acknowledges',
      [primary({ alive: false }), node('b'), node('c')],
      0,
    ],
    [
      'with one replica when the old primary itself can be fenced',
      [primary({ writable: false }), node('b'), away('c')],
      0,
    ],
  ])('%s', (_name, nodes, aliveAt) => {
    expect(decided(nodes, aliveAt)).toEqual(failover);
  });
});

describe('it mends', () => {
  it('by letting a node follow that was started again', () => {
    const nodes = [primary(), node('b', { source: null }), node('c')];
    expect(decided(nodes, fresh)).toEqual({ kind: 'follow', nodes: ['b'], primary: 'a', term: 3 });
  });

  it('first what the primary waits for, when both replicas were started again', () => {
    const nodes = [primary({ alive: false }), node('b', { source: null }), node('c', { source: null })];
    expect(decided(nodes)).toEqual({ kind: 'follow', nodes: ['b', 'c'], primary: 'a', term: 3 });
  });

  it('by fencing an old primary that comes back and still believes to be one', () => {
    const old = node('b', { term: 2, primary: 'b', writable: true, source: null });
    const nodes = [primary(), old, node('c')];
    expect(knownPrimary(nodes)).toEqual({ term: 3, primary: 'a' });
    expect(decided(nodes, fresh)).toEqual({ kind: 'follow', nodes: ['b'], primary: 'a', term: 3 });
  });

  it.each([
    ['has transactions that nobody acknowledged', {}],
    ['does not start any more', { database: 'down' as const }],
  ])('by a copy from the sound replica when a node %s', (_name, more) => {
    const nodes = [primary(), node('b', { diverged: true, ...more }), node('c')];
    expect(decided(nodes, fresh)).toEqual({ kind: 'rebuild', node: 'b', from: 'c', primary: 'a', term: 3 });
  });

  it('by a copy from the primary when no replica is sound, and by none while the primary does not commit', () => {
    const nodes = [primary(), node('b', { diverged: true }), away('c')];
    expect(decided(nodes, fresh)).toMatchObject({ kind: 'rebuild', from: 'a' });
    expect(decided(nodes, 0)).toEqual(wait);
  });
});

it('promotes the node with the most complete history: an old primary may have counted on alone', () => {
  const fenced = [
    { name: 'a', joined: 2, position: 105 },
    { name: 'b', joined: 3, position: 103 },
    { name: 'c', joined: 3, position: 104 },
  ];
  expect(fenced.sort(byHistory).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
});
