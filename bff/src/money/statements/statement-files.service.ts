import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { defaultLanguage, type Language } from '@bank/contracts/language';
import { statementPdfRows, type StatementFormat } from '@bank/contracts/statements';
import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { derived } from '../../platform/documents/derived';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { unaltered } from '../../platform/documents/unaltered';
import { ApiException } from '../../platform/errors/api-exception';
import { PdfRenderer } from '../../platform/exports/pdf-renderer.service';
import { Clock } from '../../platform/time/clock.service';
import type { Statement, StatementLine } from './statement';
import { camtOfStatement } from './statement-camt';
import { csvOfStatement } from './statement-csv';
import { StatementLinesService } from './statement-lines.service';
import type { pdfOfStatement } from './statement-pdf';

const find = `
  SELECT file, size, sha256 FROM statement_files WHERE statement_id = ? AND format = ? AND language = ?`;
const fileRow = rowOf({ file: text, size: whole, sha256: bytes });

const insert = `
  INSERT IGNORE INTO statement_files (statement_id, format, language, file, size, sha256, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

export const filesOfStatements = 'SELECT file FROM statement_files WHERE file IN (?)';

/** A complete file. */
export interface StatementFile {
  /** Bytes. */
  size: number;
  content: Readable;
}

/** The files of statements, each made and stored at its first download. */
@Injectable()
export class StatementFilesService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly lines: StatementLinesService,
    private readonly pdf: PdfRenderer,
    private readonly clock: Clock,
  ) {}

  /**
   * A statement as a file: the same bytes at every request. camt.053, for programs, is the same in every language.
   * @throws ApiException STATEMENT_TOO_LONG for a PDF of more than `statementPdfRows`; UNAVAILABLE.
   */
  async open(statement: Statement, format: StatementFormat, language: Language): Promise<StatementFile> {
    const key = [statement.id, format, format === 'camt053' ? defaultLanguage : language];
    const known = await this.database.row(fileRow, find, key);
    const { file, size, sha256 } = known ?? (await this.make(statement, format, language, key));
    const content = await this.documents.read(file).catch((error: unknown) => {
      // The row is proof that the file exists: its store is incomplete or another one.
      throw error instanceof ApiException && error.code === 'NOT_FOUND'
        ? new ApiException('UNAVAILABLE', { retryAfterSeconds: 60 })
        : error;
    });
    return { size, content: derived(content, unaltered(content, sha256)) };
  }

  private async make(statement: Statement, format: StatementFormat, language: Language, key: unknown[]) {
    const kept = await this.documents.keep(await this.contentOf(statement, format, language));
    const values = [...key, kept.file, kept.size, kept.sha256, this.clock.now()];
    const { affectedRows } = await this.database.write(insert, values);
    if (affectedRows === 1) return kept;
    // Another server stored it first.
    await this.documents.remove([kept.file]);
    return this.database.one(fileRow, find, key);
  }

  private async contentOf(
    statement: Statement,
    format: StatementFormat,
    language: Language,
  ): Promise<Readable> {
    const lines = this.lines.batches(statement);
    if (format === 'csv') return csvOfStatement(statement, lines, language);
    if (format === 'camt053') return camtOfStatement(statement, lines);
    const { credits, debits } = statement;
    if (credits.count + debits.count > statementPdfRows) throw new ApiException('STATEMENT_TOO_LONG');
    const all: StatementLine[] = [];
    for await (const batch of lines) all.push(...batch);
    const file = await this.pdf.draw<typeof pdfOfStatement>('monthly-statement', statement, all, language);
    return Readable.from([file]);
  }
}
