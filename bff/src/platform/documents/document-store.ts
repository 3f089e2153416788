import type { Readable } from 'node:stream';

export interface Draft {
  path: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

export interface StoredFile {
  name: string;
  modified: Date;
}

/** A private store of documents, each under a random name. */
export interface DocumentStore {
  /** Stores a draft, which may be gone afterwards. @throws ApiException UNAVAILABLE when the store is away. */
  store(name: string, draft: Draft): Promise<void>;
  /** @throws ApiException NOT_FOUND, UNAVAILABLE when the store is away. */
  read(name: string): Promise<Readable>;
  /** Does nothing for an unknown name. @throws ApiException UNAVAILABLE when the store is away. */
  remove(name: string): Promise<void>;
  /** The documents stored before a moment, in batches. @throws ApiException UNAVAILABLE. */
  storedBefore(moment: Date): AsyncIterable<StoredFile[]>;
}

/** Recognises our own names, so that other files in the same place are never touched. */
export const isDocumentName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);
