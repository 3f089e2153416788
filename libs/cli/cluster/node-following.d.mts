import type { Terms } from './node-terms.mjs';

export class Following {
  constructor(node: {
    database: { query(sql: string, values?: unknown[], timeout?: number): Promise<unknown[]> };
    relay: { source: string | null; leadTo(source: string, port: number): void; cut(): void };
    relayPort: number;
    terms: Terms;
    config: { peers: Record<string, { port: number; agent: string }>; passwords: { replica: string } };
  });
  readonly source: string | null;
  readonly isOfPrimary: boolean;
  begin(order: { primary: string; term: number }): Promise<void>;
  end(): void;
  noteHistory(position: number): void;
}
