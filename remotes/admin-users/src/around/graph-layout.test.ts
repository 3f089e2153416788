import type { FlowNode } from '@bank/contracts/money-flow';
import { graphSizes, neighbour, placed } from './graph-layout';

const node = (id: number, step: number): FlowNode => ({
  id,
  step,
  amount: 1,
  currency: 'EUR',
  at: '2026-11-02T10:00:00.000Z',
  reference: 'TR-1',
  kind: 'transfer',
  description: '',
  account: { kind: 'customer', user_id: 1, holder: 'Marie', number: null },
});
const flow = {
  nodes: [node(1, -1), node(2, 0), node(3, 1), node(4, 1)],
  links: [
    { from: 1, to: 2 },
    { from: 2, to: 3 },
    { from: 2, to: 4 },
  ],
  cut: false,
};

it('has a column for each step, and a row for each of its entries', () => {
  const wide = graphSizes.width + graphSizes.across;
  const high = graphSizes.height + graphSizes.down;
  expect(placed(flow).map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [wide, 0],
    [2 * wide, 0],
    [2 * wide, high],
  ]);
});

it.each([
  [2, 'ArrowRight', 3],
  [2, 'ArrowLeft', 1],
  [3, 'ArrowDown', 4],
  [4, 'ArrowUp', 3],
  [4, 'ArrowLeft', 2],
  [4, 'ArrowRight', undefined],
  [4, 'ArrowDown', undefined],
  [2, 'Enter', undefined],
] as const)('from %d, %s leads to %s', (id, key, to) => {
  expect(neighbour(flow, id, key)).toBe(to);
});
