import type { View } from './decide.mjs';

/** A node that acknowledges nothing any more: its last term, its last transaction, and the last one that it has applied. */
export interface Fenced {
  name: string;
  joined: number;
  position: number;
  applied: number;
}
export interface Nodes {
  token: string;
  agents: Record<string, string>;
  /** Names the supervisor that gives the orders. */
  by: string;
}

export function byHistory(left: Fenced, right: Fenced): number;
export function order(
  cluster: Nodes,
  node: string,
  name: string,
  body: { term: number; primary: string | null; from?: string },
): Promise<Record<string, unknown>>;
export function failOver(
  cluster: Nodes,
  action: { primary: string | null; term: number },
  nodes: View['nodes'],
): Promise<string>;
