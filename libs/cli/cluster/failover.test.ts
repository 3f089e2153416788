import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeState } from './decide.mjs';
import { failOver } from './failover.mjs';

type Known = Pick<NodeState, 'name' | 'joined' | 'position'> & {
  applied?: number;
  writable?: boolean;
  refuses?: string;
};

const opened: http.Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

/** Agents that answer a fence with what they have, and refuse the order `refuses`; the orders of each in turn. */
async function agentsOf(known: Known[]) {
  const orders: string[] = [];
  const agents: Record<string, string> = {};
  for (const { name, joined, position, applied = position, refuses } of known) {
    const server = http.createServer((request, response) => {
      const asked = (request.url ?? '').slice(1);
      orders.push(`${name} ${asked}`);
      response.statusCode = asked === refuses ? 500 : 200;
      response.end(JSON.stringify({ joined, position, applied }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push(server);
    agents[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return { orders, cluster: { token: 'token', agents, by: 'test' } };
}

const stateOf = ({ name, joined, position, writable = false }: Known): NodeState => ({
  name,
  joined,
  position,
  writable,
  term: 4,
  primary: 'b',
  busy: false,
  database: 'running',
  alive: false,
  source: null,
  diverged: false,
  detached: false,
});

async function promoted(known: Known[], away: string[] = []) {
  const { orders, cluster } = await agentsOf(known);
  const absent = away.map((name) => ({ name, isAway: true as const }));
  const nodes = [...known.map(stateOf), ...absent];
  return { orders, best: await failOver(cluster, { primary: 'b', term: 5 }, nodes) };
}

it('promotes a node again that failed to open, since the others may lack its transactions', async () => {
  const { best, orders } = await promoted([
    { name: 'a', joined: 3, position: 100 },
    { name: 'b', joined: 4, position: 101 },
    { name: 'c', joined: 3, position: 100 },
  ]);
  expect(best).toBe('b');
  expect(orders).toEqual(expect.arrayContaining(['a follow', 'c follow', 'b open']));
});

it('prefers a replica to the primary that crashed, where both have the same', async () => {
  const known = ['a', 'b', 'c'].map((name) => ({ name, joined: 4, position: 100 }));
  expect((await promoted(known)).best).toBe('a');
});

it('promotes the node that has applied more, of two that received the same', async () => {
  const { best } = await promoted([
    { name: 'a', joined: 4, position: 101, applied: 40 },
    { name: 'b', joined: 4, position: 101, writable: true },
    { name: 'c', joined: 4, position: 101 },
  ]);
  expect(best).toBe('c');
});

it('leaves an open primary alone once all others are fenced', async () => {
  const { best, orders } = await promoted([
    { name: 'a', joined: 4, position: 100 },
    { name: 'b', joined: 4, position: 101, writable: true },
    { name: 'c', joined: 4, position: 101 },
  ]);
  expect(best).toBe('c');
  expect(orders.filter((order) => order.startsWith('b'))).toEqual([]);
});

it('restarts an open primary if another node is away, and promotes the most advanced node', async () => {
  const known = [
    { name: 'b', joined: 4, position: 101, writable: true },
    { name: 'c', joined: 4, position: 100 },
  ];
  const { best, orders } = await promoted(known, ['a']);
  expect([best, orders[1]]).toEqual(['b', 'b fence']);
});

it('restarts an open primary to follow where the only other node cannot', async () => {
  const { best, orders } = await promoted([
    { name: 'a', joined: 0, position: 0, refuses: 'follow' },
    { name: 'b', joined: 4, position: 101, writable: true },
    { name: 'c', joined: 4, position: 101 },
  ]);
  expect(best).toBe('c');
  expect(orders.slice(-3)).toEqual(['b fence', 'b follow', 'c open']);
});

it('opens nothing where no node follows', async () => {
  const known = ['a', 'b', 'c'].map((name) => ({ name, joined: 4, position: 100, refuses: 'follow' }));
  await expect(promoted(known)).rejects.toThrow('no node can follow');
});

it.each(['b', 'c'])('promotes nothing while another node is away and %s is not fenced', async (name) => {
  const known = [
    { name: 'b', joined: 4, position: 101, writable: true },
    { name: 'c', joined: 4, position: 100 },
  ].map((each) => (each.name === name ? { ...each, refuses: 'fence' } : each));
  await expect(promoted(known, ['a'])).rejects.toThrow();
});
