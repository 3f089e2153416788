import { Injectable } from '@nestjs/common';
import type { CaseFile, EntryKind, StaffCaseEntry } from '@bank/contracts/cases';
import type { Language } from '@bank/contracts/language';
import type { Connection } from '../../platform/database/database';
import { caseText } from './case-texts';
import { entryRow, fileRow, selectEntries, selectFiles } from './cases.sql';

/** Reads timelines. */
@Injectable()
export class CaseReader {
  /** The entries of these kinds, the oldest first, with their files; the bank's own words in a language. */
  async entries<Kind extends EntryKind>(
    connection: Connection,
    caseId: number,
    kinds: readonly Kind[],
    language: Language,
  ): Promise<(StaffCaseEntry & { kind: Kind })[]> {
    const rows = await connection.rows(entryRow, selectEntries, [caseId, kinds]);
    const files = await connection.rows(fileRow, selectFiles, [caseId]);
    const filesOf = (entryId: number): CaseFile[] =>
      files.filter((file) => file.entryId === entryId).map(({ id, name, size }) => ({ id, name, size }));
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind as Kind,
      by: row.isCustomer ? 'customer' : 'bank',
      text: row.textKey === null ? (row.text ?? '') : caseText(row.textKey, row.params ?? {}, language),
      author: row.author === '' ? null : row.author,
      files: filesOf(row.id),
    }));
  }
}
