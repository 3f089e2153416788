import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import { Database } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { DocumentReader, readingMs, UnreadDocument } from './document-reader.service';
import { fileRow, files, type StoredFile, type Submission } from './identity-check.sql';
import type { JudgedDocument, JudgedFile } from './identity-rules';

/** The number of pictures read: a front and a back; a person looks at the others. */
const mostIdentityFiles = 2;

/** Reads the identity documents of a submission. */
@Injectable()
export class FileReaderService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly reader: DocumentReader,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiException NOT_FOUND when a file is gone, UNAVAILABLE when the store is away. */
  async read(id: number, { firstName, lastName, birthDate, accountName }: Submission): Promise<JudgedFile> {
    const today = parisDay(this.clock.now());
    const until = Date.now() + readingMs;
    const stored = await this.database.rows(fileRow, files, [id]);
    const documents: JudgedDocument[] = [];
    let left = mostIdentityFiles;
    for (const file of stored) {
      const { id: documentId, kind, mediaType, sha256 } = file;
      const isRead = kind === 'identity' && left > 0;
      if (isRead) left -= 1;
      const reading = isRead ? await this.readOne(file, today, until) : undefined;
      documents.push({ id: documentId, kind, mediaType, content: sha256.toString('hex'), reading });
    }
    return { form: { firstName, lastName, birthDate }, accountName, documents, today };
  }

  private async readOne({ file, mediaType }: StoredFile, today: string, until: number) {
    const content = await buffer(await this.documents.read(file));
    try {
      return await this.reader.read({ file: content, mediaType, today }, until);
    } catch (error) {
      if (error instanceof UnreadDocument) return undefined;
      throw error;
    }
  }
}
