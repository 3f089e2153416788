import { Injectable } from '@nestjs/common';
import type { Job, JobOutcome } from '../jobs/job';
import { hourMs } from '../time/durations';
import { DocumentStorageService } from './document-storage.service';
import { FileKeys } from './file-keys.service';

/** Younger files are encrypted as they are stored; an upload of a server of before may still be under way. */
const minimumAge = hourMs;
const sealedAtOnce = 200;

/** Encrypts files that are older than encryption, a slice in each run, until none is left. */
@Injectable()
export class SealDocumentsJob implements Job {
  readonly name = 'seal-documents';
  readonly everySeconds = 60;
  private isDone = false;

  constructor(
    private readonly documents: DocumentStorageService,
    private readonly keys: FileKeys,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    let done = 0;
    if (!this.isDone) {
      const before = new Date(now.getTime() - minimumAge);
      for await (const files of this.documents.storedBefore(before)) {
        for (const file of await this.keys.unsealed(files.map(({ name }) => name))) {
          if (stopping.aborted || done >= sealedAtOnce) return outcome(done);
          if (await this.documents.sealStored(file)) done += 1;
        }
      }
      this.isDone = true;
    }
    return outcome(done);
  }
}

const outcome = (done: number): JobOutcome => ({
  done,
  text: 'job.sealed_documents',
  values: { count: done },
});
