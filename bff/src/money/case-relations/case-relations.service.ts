import { Injectable } from '@nestjs/common';
import type { CaseRelations, RelationKind } from '@bank/contracts/case-relations';
import { refuseOwnCase } from '../../people/cases/own-case';
import { Database } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import * as sql from './case-relations.sql';

type Person = CaseRelations['people'][number];

/** The links of a case to other people and cases, computed on each read. */
@Injectable()
export class CaseRelationsService {
  constructor(private readonly database: Database) {}

  /** @throws ApiException NOT_FOUND; as `refuseOwnCase` for a case about the caller. */
  async of({ actor }: RequestContext, caseId: number): Promise<CaseRelations> {
    const owner = await this.database.found(sql.ownerRow, sql.selectOwner, [caseId]);
    refuseOwnCase(owner, actor.userId);
    const { userId } = owner;
    const [browsers, documents, payees, addresses, cases] = await Promise.all([
      this.people('device', sql.withBrowser, [userId, userId]),
      this.withDocument(userId),
      this.withPayee(userId, caseId),
      this.withAddress(userId),
      // A case about the caller is closed to them here as well.
      this.database.rows(sql.caseRow, sql.selectCases, [userId, caseId, caseId, actor.userId]),
    ]);
    return { people: [...browsers, ...documents, ...payees, ...addresses], cases };
  }

  private async withDocument(userId: number): Promise<Person[]> {
    const rows = await this.database.rows(sql.findingsRow, sql.selectFindings, [userId]);
    const found = rows
      .flatMap(({ findings }) => findings)
      .filter(({ code }) => code === 'document_of_another');
    const ids = [...new Set(found.map(({ values }) => Number(values?.user)))].filter(Number.isSafeInteger);
    return ids.length === 0 ? [] : this.people('document', sql.selectPeople, [ids, userId]);
  }

  private async withPayee(userId: number, caseId: number): Promise<Person[]> {
    const rows = await this.database.rows(sql.payeeRow, sql.selectPayees, [userId, caseId]);
    const accounts = rows.map(({ account }) => account).filter((account) => account !== '');
    if (accounts.length === 0) return [];
    return this.people('payee', sql.withPayee, [accounts, accounts, userId]);
  }

  private async withAddress(userId: number): Promise<Person[]> {
    const sent = await this.database.row(sql.addressRow, sql.selectAddress, [userId]);
    return sent ? this.people('address', sql.withAddress, [sent.address, userId]) : [];
  }

  private async people(by: RelationKind, statement: string, values: unknown[]): Promise<Person[]> {
    const rows = await this.database.rows(sql.personRow, statement, values);
    return rows.map((row) => ({ ...row, by }));
  }
}
