import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { AuditService } from '../../platform/audit/audit.service';
import { jsonOf, rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import type { PublishedHost } from '../releases/built-host';
import { ReleaseSigner } from '../releases/release-signer.service';
import type { ReleaseBuild, Statement } from '../releases/releases.service';
import { shownRow, type ShownRow } from './shown-releases.sql';

const selectSigned = 'SELECT statement, signature, build FROM releases WHERE id = ?';
const signedRow = rowOf({ statement: text, signature: text, build: jsonOf(z.custom<ReleaseBuild>()) });

/** A release that carries the bank's signature, with the unsigned facts of its build. */
export interface Verified<Kind extends Statement> {
  row: ShownRow;
  release: Kind;
  build: Pick<ReleaseBuild, 'shared' | 'files' | 'frames'>;
}
export type ShownRemote = Verified<PublishedRemote>;
export type ShownHost = Verified<PublishedHost>;

/** Releases with the bank's signature; one without it counts for nothing. */
@Injectable()
export class VerifiedReleases {
  private readonly log = new Logger('Registry');
  /** By id and signature, since a release changes by its signature alone; null for a refused one. Callers at the same moment share one reading. */
  private readonly verified = new Map<string, Promise<Verified<Statement> | null>>();

  constructor(
    private readonly database: Database,
    private readonly signer: ReleaseSigner,
    private readonly audit: AuditService,
  ) {}

  /** Those of a remote or a shell that a statement finds. */
  async readAll<Kind extends Statement>(name: string, select: string): Promise<Verified<Kind>[]> {
    const rows = await this.database.rows(shownRow, select, [name]);
    const verified = await Promise.all(rows.map((row) => this.one<Kind>(row)));
    return verified.filter((release) => release !== undefined);
  }

  /** A release by its row; undefined for a refused one, which each server logs once. */
  async one<Kind extends Statement>(row: ShownRow): Promise<Verified<Kind> | undefined> {
    const signed = `${row.id} ${row.signature}`;
    const reading = this.verified.get(signed) ?? this.read(row);
    this.verified.set(signed, reading);
    try {
      const verified = await reading;
      return verified ? { ...(verified as Verified<Kind>), row } : undefined;
    } catch (error) {
      this.verified.delete(signed);
      throw error;
    }
  }

  private async read(row: ShownRow): Promise<Verified<Statement> | null> {
    const { id, remote, version } = row;
    const found = await this.database.row(signedRow, selectSigned, [id]);
    const { statement = '', signature = '' } = found ?? {};
    const build: Verified<Statement>['build'] = found?.build ?? { shared: {}, files: [] };
    const signed = this.signer.isSigned(statement, signature)
      ? (JSON.parse(statement) as Statement)
      : undefined;
    // A statement that was signed for another release proves nothing.
    const isOfRow = signed?.name === remote && signed.version === version;
    const verified = isOfRow ? { row, release: { ...signed, signature }, build } : null;
    if (!verified) await this.refuse(remote, version);
    return verified;
  }

  private refuse(remote: string, version: string): Promise<void> {
    this.log.error(`release ${remote} ${version} is not signed by this bank`);
    return this.audit.record(this.database, {
      action: 'release.refused',
      type: 'error',
      values: { release: `${remote} ${version}` },
    });
  }
}
