/** What the supervisor sees of one database node, as its agent reports it. */
export interface NodeState {
  name: string;
  /** The highest term that its agent knows, and the primary of that. */
  term: number;
  primary: string | null;
  /** The last term of which it has transactions. */
  joined: number;
  /** Whether it is carrying out an order that takes long. */
  busy: boolean;
  /** `down` when its process does not run, `silent` when it does not answer in time. */
  database: 'running' | 'silent' | 'down';
  writable: boolean;
  /** Whether it committed a heartbeat, which a replica acknowledged, a moment ago. */
  alive: boolean;
  /** The node that its replication was told to follow, while that is started. */
  source: string | null;
  /**
   * Whether it needs a copy of another node: it has transactions that its source has not, cannot apply those of its source, or
   * does not start any more.
   */
  diverged: boolean;
  /**
   * Whether the primary has not what this node had from it in the same term: the primary deleted that part of its log, or a crash
   * took its last transactions, which a restart does not bring back. Those are not to be lost, so that it may be promoted.
   */
  detached: boolean;
  /** The number of the last transaction that it wrote or received. */
  position: number;
}

export interface View {
  /** All nodes of the cluster; `isAway` without an answer of its agent. */
  nodes: (NodeState | { name: string; isAway: true })[];
  /** How long clients have not been able to use the primary, ms; see `Downtime`. */
  downtimeMs: number;
}

export type Action =
  | { kind: 'wait' }
  | { kind: 'follow'; nodes: string[]; primary: string; term: number }
  | { kind: 'rebuild'; node: string; from: string; primary: string; term: number }
  | { kind: 'failover'; primary: string | null; term: number };

export class Downtime {
  constructor(now: number, graceMs: number);
  readonly ms: number;
  observe(nodes: View['nodes'], now: number): void;
  reset(): void;
}

export const FRESH_MS: number;
export function decide(view: View): Action;
export function isUsable(node: View['nodes'][number]): node is NodeState;
export function knownPrimary(nodes: View['nodes']): { term: number; primary: string | null };
