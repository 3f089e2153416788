import type { FlowNode, MoneyFlow } from '@bank/contracts/money-flow';

/** Pixels of a node, and between nodes. */
export const graphSizes = { width: 168, height: 56, across: 48, down: 16 } as const;

export interface PlacedNode extends FlowNode {
  x: number;
  y: number;
}

/** A column for each step, its entries by time from the top. */
export function placed({ nodes }: MoneyFlow): PlacedNode[] {
  const steps = [...new Set(nodes.map(({ step }) => step))].sort((left, right) => left - right);
  const { width, height, across, down } = graphSizes;
  const rows = new Map<number, number>();
  return nodes.map((node) => {
    const row = rows.get(node.step) ?? 0;
    rows.set(node.step, row + 1);
    return { ...node, x: steps.indexOf(node.step) * (width + across), y: row * (height + down) };
  });
}

/** The entry that an arrow key leads to: along the links, or up and down within a step; undefined at an end. */
export function neighbour({ nodes, links }: MoneyFlow, id: number, key: string): number | undefined {
  if (key === 'ArrowRight') return links.find(({ from }) => from === id)?.to;
  if (key === 'ArrowLeft') return links.find(({ to }) => to === id)?.from;
  const step = nodes.find((node) => node.id === id)?.step;
  const column = nodes.filter((node) => node.step === step);
  const at = column.findIndex((node) => node.id === id);
  if (key === 'ArrowDown') return column[at + 1]?.id;
  return key === 'ArrowUp' ? column[at - 1]?.id : undefined;
}
