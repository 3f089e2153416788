import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { Failure } from '../common/failure';
import { canonicalJson, Idempotency, type KeyedCall } from '../common/idempotency';
import { DocumentsService, type StoredDocument } from './documents.service';

/** A form that was received: what its texts say, and its files, which are stored by now. */
interface Received {
  form: object;
  files: StoredDocument[];
}

/** Calls with files that happen once by their key, as other calls do. */
@Injectable()
export class KeyedForms {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly documents: DocumentsService,
  ) {}

  /**
   * As `Idempotency.once`; two calls are the same when their texts and the content of their files are. Files that
   * nothing came of, since the call was refused or repeated, are removed.
   */
  async once<T>(call: KeyedCall, received: Received, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    let used = false;
    try {
      return await this.idempotency.once(withForm(call, received), async (runner) => {
        const answer = await work(runner);
        used = true;
        return answer;
      });
    } catch (error) {
      // After a commit whose outcome is unknown the files may be needed: better one too many than one too few.
      used &&= !(error instanceof Failure);
      throw error;
    } finally {
      if (!used) await this.documents.remove(received.files.map(({ file }) => file));
    }
  }
}

function withForm(call: KeyedCall, { form, files }: Received): KeyedCall {
  const content = files.map(({ name, sha256 }) => ({ name, sha256: sha256.toString('hex') }));
  const fingerprint = createHash('sha256')
    .update(call.fingerprint)
    .update(canonicalJson({ form, content }))
    .digest();
  return { ...call, fingerprint };
}
