import { byHistory } from './failover.mjs';
import { Downtime, decide, knownPrimary, type NodeState, type View } from './decide.mjs';

const node = (name: string, more: Partial<NodeState> = {}): NodeState => ({
  name,
  term: 3,
  joined: 3,
  primary: 'a',
  busy: false,
  database: 'running',
  writable: false,
  alive: false,
  source: 'a',
  diverged: false,
  detached: false,
  position: 100,
  ...more,
});
const primary = (more: Partial<NodeState> = {}) =>
  node('a', { writable: true, alive: true, source: null, ...more });
const away = (name: string) => ({ name, isAway: true as const });
/** After the primary was absent for long, unless it was not. */
const long = 2_000;
const decided = (nodes: View['nodes'], downtimeMs = long) => decide({ nodes, downtimeMs });
const fresh = 0;

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
      long,
    ],
    [
      'when the primary is silent and a replica gone',
      [primary({ database: 'silent', alive: false }), away('b'), node('c')],
      long,
    ],
    [
      'when no replica is there for a new primary',
      [primary({ alive: false }), away('b'), node('c', { database: 'down' })],
      long,
    ],
    ['when it reaches nothing', [away('a'), away('b'), away('c')], long],
    ['when a primary that was absent commits again', [primary(), node('b'), node('c')], long],
    [
      'while a node is busy with an order',
      [primary(), node('b', { busy: true, source: null }), node('c')],
      fresh,
    ],
  ])('%s', (_name, nodes, downtimeMs) => {
    expect(decided(nodes, downtimeMs)).toEqual(wait);
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
    ['when the primary cannot be reached and nothing comes from it', [away('a'), node('b'), node('c')], long],
    [
      'when the primary is silent for long',
      [primary({ database: 'silent', alive: false }), node('b'), node('c')],
      long,
    ],
    [
      'when the primary runs and no replica acknowledges',
      [primary({ alive: false }), node('b'), node('c')],
      long,
    ],
    [
      'when a crash took from the primary what its replicas have',
      [
        primary({ writable: false, alive: false, position: 100 }),
        node('b', { source: null, detached: true, position: 101 }),
        node('c', { source: null, detached: true, position: 101 }),
      ],
      fresh,
    ],
    [
      'with one replica when the old primary itself can be fenced',
      [primary({ writable: false, alive: false }), node('b'), away('c')],
      long,
    ],
  ])('%s', (_name, nodes, downtimeMs) => {
    expect(decided(nodes, downtimeMs)).toEqual(failover);
  });
});

describe('it mends', () => {
  it('by letting a node follow that was started again', () => {
    const nodes = [primary(), node('b', { source: null }), node('c')];
    expect(decided(nodes, fresh)).toEqual({ kind: 'follow', nodes: ['b'], primary: 'a', term: 3 });
  });

  it('waits for the primary’s needs first, when both replicas were restarted', () => {
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
    ['has transactions that nobody acknowledged', { diverged: true }],
    ['does not start any more', { diverged: true, database: 'down' as const }],
    ['needs what the primary deleted from its log', { detached: true, source: null }],
  ])('by a copy from the sound replica when a node %s', (_name, more) => {
    const nodes = [primary(), node('b', more), node('c')];
    expect(decided(nodes, fresh)).toEqual({ kind: 'rebuild', node: 'b', from: 'c', primary: 'a', term: 3 });
  });

  it('by a copy from the primary when no replica is sound, and by none while the primary does not commit', () => {
    const others = [node('b', { diverged: true }), away('c')];
    expect(decided([primary(), ...others], fresh)).toMatchObject({ kind: 'rebuild', from: 'a' });
    expect(decided([primary({ alive: false }), ...others])).toEqual(wait);
  });
});

describe('the downtime of a primary', () => {
  const look = 250;
  const grace = 1_500;
  const dead = primary({ alive: false });
  /** What the supervisor decides at each look, and how long the primary was absent in the end. */
  function watched(looks: View['nodes'][], { graceMs = 0, every = look } = {}) {
    const downtime = new Downtime(0, graceMs);
    const actions = looks.map((nodes, at) => {
      downtime.observe(nodes, (at + 1) * every);
      return decide({ nodes, downtimeMs: downtime.ms }).kind;
    });
    return { actions, ms: downtime.ms };
  }
  const replicas = (position: number) => [node('b', { position }), node('c', { position })];
  const times = (count: number, of: (at: number) => View['nodes']) =>
    Array.from({ length: count }, (_, at) => of(at));

  it('is nothing while it commits, however long', () => {
    const { actions, ms } = watched(times(1_000, (at) => [primary(), ...replicas(at)]));
    expect([ms, new Set(actions)]).toEqual([0, new Set(['wait'])]);
  });

  it('ends after two looks, although replicas still receive old transactions', () => {
    const { actions } = watched(times(3, (at) => [dead, ...replicas(100 + at)]));
    expect(actions).toEqual(['wait', 'failover', 'failover']);
  });

  it('is nothing while only the supervisor cannot reach it: its replicas go on', () => {
    const reached = (at: number): View['nodes'] => [away('a'), ...replicas(100 + at)];
    const { actions } = watched([[primary(), ...replicas(100)], ...times(20, (at) => reached(at + 1))]);
    expect(new Set(actions)).toEqual(new Set(['wait']));
    expect(watched(times(3, () => reached(1))).actions).toContain('failover');
  });

  it('sums up when it is of use less than half of the time, as on a slow disk', () => {
    const limping = times(9, (at) => [at % 3 === 0 ? primary() : dead, ...replicas(at)]);
    expect(watched(limping).actions.slice(0, 3)).toEqual(['wait', 'wait', 'failover']);
    const slower = times(60, (at) => [at % 3 === 0 ? dead : primary(), ...replicas(at)]);
    expect(new Set(watched(slower).actions)).toEqual(new Set(['wait']));
  });

  it('begins after the grace of a new primary, which ends with its first commit', () => {
    const waiting = times(12, () => [dead, ...replicas(0)]);
    expect(watched(waiting, { graceMs: grace }).actions.indexOf('failover')).toBe(
      Math.floor((grace + 300) / look),
    );
    const committed = [[primary(), ...replicas(1)], ...times(2, (at) => [dead, ...replicas(at)])];
    expect(watched(committed, { graceMs: grace }).actions).toEqual(['wait', 'wait', 'failover']);
  });

  it('is half as long while the replicas of a new primary catch up', () => {
    const fetching = times(20, (at) => [dead, ...replicas(100 + at)]);
    // The first look counts in full: it only shows where they stand.
    expect(watched(fetching, { graceMs: grace }).actions.indexOf('failover')).toBe(
      Math.floor((2 * grace - look + 300) / look),
    );
  });

  it('is no longer than a look for a supervisor that was frozen, and is over when the primary commits', () => {
    const woken = [
      [away('a'), away('b'), away('c')],
      [primary(), ...replicas(1)],
      [dead, ...replicas(1)],
    ];
    expect(watched(woken, { every: 60_000 }).actions).toEqual(['wait', 'wait', 'failover']);
    expect(watched(woken.slice(0, 2), { every: 60_000 }).ms).toBe(0);
  });

  it('is forgiven to a primary whose replicas have just begun to follow', () => {
    const downtime = new Downtime(0, 0);
    downtime.observe([dead, ...replicas(1)], 900);
    downtime.reset();
    expect(downtime.ms).toBe(0);
  });
});

it('promotes the node with the most complete history: an old primary may have counted on alone', () => {
  const fenced = [
    { name: 'a', joined: 2, position: 105, applied: 105 },
    { name: 'b', joined: 3, position: 103, applied: 103 },
    { name: 'c', joined: 3, position: 104, applied: 80 },
    { name: 'd', joined: 3, position: 104, applied: 104 },
  ];
  expect(fenced.sort(byHistory).map(({ name }) => name)).toEqual(['d', 'c', 'b', 'a']);
});
