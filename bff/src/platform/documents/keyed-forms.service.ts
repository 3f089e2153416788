import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiException } from '../errors/api-exception';
import { Idempotency } from '../http/idempotency.service';
import { canonicalJson, type IdempotencyKey } from '../http/idempotency-key';
import { DocumentStorageService, type StoredDocument } from './document-storage.service';
import type { Transaction } from '../database/database';

/** A received form: its fields, and its files, which are already stored. */
interface Received {
  form: object;
  files: Pick<StoredDocument, 'file' | 'name' | 'sha256'>[];
}

/** Idempotency of calls with files. */
@Injectable()
export class KeyedForms {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly documents: DocumentStorageService,
  ) {}

  /** See `Idempotency`: known before the form is read, by its key alone. */
  isUsed(key: IdempotencyKey): Promise<boolean> {
    return this.idempotency.isUsed(key);
  }

  /**
   * As `Idempotency.once`, comparing fields and file contents. Removes the files of a refused or repeated call.
   */
  async once<T>(key: IdempotencyKey, received: Received, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let used = false;
    try {
      return await this.idempotency.once(withForm(key, received), async (tx) => {
        const answer = await work(tx);
        used = true;
        return answer;
      });
    } catch (error) {
      // The commit may have succeeded: keep the files.
      used &&= !(error instanceof ApiException);
      throw error;
    } finally {
      if (!used) await this.documents.remove(received.files.map(({ file }) => file));
    }
  }
}

function withForm(key: IdempotencyKey, { form, files }: Received): IdempotencyKey {
  const content = files.map(({ name, sha256 }) => ({ name, sha256: sha256.toString('hex') }));
  const fingerprint = createHash('sha256')
    .update(key.fingerprint)
    .update(canonicalJson({ form, content }))
    .digest();
  return { ...key, fingerprint };
}
