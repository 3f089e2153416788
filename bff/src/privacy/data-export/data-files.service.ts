import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { bankIdentity } from '@bank/contracts/bank';
import { OwnAccountsService } from '../../money/accounts/own-accounts.service';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { ApiException } from '../../platform/errors/api-exception';
import { PdfRenderer } from '../../platform/exports/pdf-renderer.service';
import { BoundedQueue } from '../../platform/tasks/bounded-queue';
import { BackgroundTasks } from '../../platform/tasks/background-tasks.service';
import { Clock } from '../../platform/time/clock.service';
import { DataArchive, jsonOf, safeName } from './data-archive';
import type { pdfOfSummary, Summary } from './data-summary';
import { PersonalDataService, type Person } from './personal-data.service';

/** Archives that one server writes at once, and that wait. */
const atOnce = 2;
const maxWaiting = 10;

/** A reader that takes longer is cut off, since it occupies a place. */
const deadlineMilliseconds = 15 * 60_000;

const holder = `SELECT CONCAT_WS(' ', first_name, last_name) AS name FROM users WHERE id = ?`;
const holderRow = rowOf({ name: text });

/** Writes all of a person's data as a ZIP file while it is sent: JSON files, their own documents, and a summary to read. */
@Injectable()
export class DataFilesService {
  private readonly queue = new BoundedQueue(atOnce, maxWaiting, ['UNAVAILABLE', { retryAfterSeconds: 60 }]);

  constructor(
    private readonly database: Database,
    private readonly data: PersonalDataService,
    private readonly documents: DocumentStorageService,
    private readonly accounts: OwnAccountsService,
    private readonly pdf: PdfRenderer,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
  ) {}

  /**
   * The archive, which is read as it is written.
   * @param onComplete is called once it was read to its end
   */
  archive(person: Person, onComplete: () => Promise<void>): Readable {
    const archive = new DataArchive(this.clock.now());
    const { content } = archive;
    const deadline = setTimeout(
      () => content.destroy(new Error('the export took too long')),
      deadlineMilliseconds,
    );
    content
      .on('close', () => clearTimeout(deadline))
      .on('end', () => this.background.start('data export', onComplete));
    this.queue.run(() => this.write(archive, person)).catch((error: unknown) => archive.fail(error as Error));
    return content;
  }

  private async write(archive: DataArchive, person: Person): Promise<void> {
    const files: Summary['files'] = [];
    for (const [name, rows] of this.data.filesOf(person)) {
      const counted = (count: number) => void files.push({ name, count });
      await archive.add(`${name}.json`, jsonOf(rows(), counted));
    }
    const missing = await this.addStored(archive, person.userId);
    const made = { made_at: this.clock.now().toISOString(), bank: bankIdentity.name, files, missing };
    await archive.add('index.json', Readable.from([JSON.stringify(made, null, 2)], { objectMode: false }));
    const summary = await this.summary(person, files);
    await archive.add(`${person.language === 'fr' ? 'resume' : 'summary'}.pdf`, Readable.from([summary]));
    archive.end();
  }

  /** Adds what the person sent; returns the names of files that are gone. */
  private async addStored(archive: DataArchive, userId: number): Promise<string[]> {
    const missing: string[] = [];
    for await (const { folder, parent, name, file } of this.data.storedFiles(userId)) {
      const path = `${folder}/${parent}/${safeName(name)}`;
      try {
        await archive.add(path, await this.documents.read(file));
      } catch (error) {
        if (!(error instanceof ApiException && error.code === 'NOT_FOUND')) throw error;
        missing.push(path);
      }
    }
    return missing;
  }

  private async summary({ userId, language }: Person, files: Summary['files']): Promise<Buffer> {
    const { name } = await this.database.found(holderRow, holder, [userId]);
    const { accounts } = await this.accounts.list(userId);
    const now = this.clock.now();
    return this.pdf.draw<typeof pdfOfSummary>('data-summary', {
      language,
      holder: name,
      now,
      accounts,
      files,
    });
  }
}
