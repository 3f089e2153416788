import type { Readable } from 'node:stream';

/** A file that is complete on this server's disk. */
export interface Draft {
  path: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

/** Where documents are kept, out of reach of everybody but the server, each under a name that says nothing. */
export interface DocumentStore {
  /**
   * Keeps a draft under a new name; the draft may be gone afterwards.
   * @throws Failure UNAVAILABLE when the store is away.
   */
  keep(name: string, draft: Draft): Promise<void>;
  /** @throws Failure NOT_FOUND when there is none of that name, UNAVAILABLE when the store is away. */
  read(name: string): Promise<Readable>;
  /** Also when there is none of that name. @throws Failure UNAVAILABLE when the store is away. */
  remove(name: string): Promise<void>;
  /** The names of what was kept before a moment, some at a time. @throws Failure UNAVAILABLE when the store is away. */
  keptBefore(moment: Date): AsyncIterable<string[]>;
}

/** The names that we give, so that nothing else in the same place is ever touched. */
export const isDocumentName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);
