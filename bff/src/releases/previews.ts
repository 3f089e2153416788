import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { allows, type Role } from '@bank/contracts/permissions';
import type { PublishedRemote, Site } from '@bank/contracts/remotes';
import { type Previewable, previewSeconds, type ReleaseStatus } from '@bank/contracts/releases';
import { previewPages } from '@bank/contracts/routes';
import { AuditService } from '../audit/audit.service';
import type { Author } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';
import { firstPathOn, sitesOf } from './release-sites';
import { sealed, unsealed } from './sealed';

/** One release that one browser is shown in the place of the live one. */
export interface Preview {
  remote: string;
  version: string;
}

/** What a browser is to do next: keep the proof as its cookie, if there is one, and go to the address. */
export interface PreviewStep {
  proof?: string;
  address: string;
}

/** A team's own browser looks at a release before it is shown, and is done by then; in seconds. */
const checkSeconds = 15 * 60;
/** How long the customer site takes a code that the back-office handed over, in seconds. */
const codeSeconds = 60;

const proofPurpose = 'preview';
const codePurpose = 'preview code';

/** Who started it; null for the browser of a team, which carries the proof of its own accord. */
const sealedProof = z.object({
  ...{ remote: z.string(), version: z.string(), until: z.int(), userId: z.int().nullable() },
});
const sealedCode = z.object({
  ...{ remote: z.string(), version: z.string(), userId: z.int(), email: z.string(), nonce: z.string() },
});

interface ReleaseRow {
  status: ReleaseStatus;
  published_by: string;
  created_at: Date;
  statement: string;
}

const hashOf = (code: string) => createHash('sha256').update(code).digest();

/**
 * Lets an administrator open a release inside the live shells, before any visitor is given it. No address starts one: an
 * administrator is asked on a page of the shell, and the customer site, where nobody is one, takes a code of a minute.
 */
@Injectable()
export class Previews {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
  ) {}

  /** What an administrator reads before they start. @throws Failure NOT_FOUND. */
  async find(remote: string, version: string): Promise<Previewable> {
    const { status, published_by, created_at, statement } = await this.release(remote, version);
    const hosts = sitesOf(JSON.parse(statement) as PublishedRemote);
    return { remote, version, status, published_by, created_at: created_at.toISOString(), hosts };
  }

  /**
   * Starts a preview for an administrator who asks for it in the back-office: there at once, and on the customer site
   * by a code in the address's fragment.
   * @throws Failure NOT_FOUND.
   */
  async start({ remote, version }: Preview, site: Site, author: Author): Promise<PreviewStep> {
    const { statement } = await this.release(remote, version);
    if (site === 'back-office') {
      await this.tell(
        'release.preview_started',
        `Aperçu de la version ${remote} ${version} commencé dans un navigateur.`,
        author,
      );
      return {
        proof: this.proofOf({ remote, version }, author.userId, previewSeconds),
        address: firstPathOn(JSON.parse(statement) as PublishedRemote, site),
      };
    }
    const nonce = randomBytes(16).toString('base64url');
    const { userId, email } = author;
    const code = sealed(this.config.signingKey, codePurpose, { remote, version, userId, email, nonce });
    const now = this.clock.now();
    await this.dataSource.query('DELETE FROM preview_codes WHERE expires_at < ? LIMIT 1000', [now]);
    await this.dataSource.query('INSERT INTO preview_codes (code_hash, expires_at) VALUES (?, ?)', [
      hashOf(code),
      new Date(now.getTime() + codeSeconds * 1000),
    ]);
    const message = `Aperçu de la version ${remote} ${version} demandé sur le site client.`;
    await this.tell('release.preview_requested', message, author);
    return { address: `${this.config.shellOrigin}${previewPages.take}#${code}` };
  }

  /** Starts on the customer site what the back-office handed over. @throws Failure PREVIEW_CODE_INVALID. */
  async take(code: string, requestId: string): Promise<Required<PreviewStep>> {
    const { data } = sealedCode.safeParse(unsealed(this.config.signingKey, codePurpose, code));
    if (!data || !(await this.mayPreview(data.userId))) throw new Failure('PREVIEW_CODE_INVALID');
    const { remote, version, userId, email } = data;
    const { statement } = await this.release(remote, version);
    await inTransaction(this.dataSource, async (runner) => {
      const { affectedRows } = (await runner.query(
        'DELETE FROM preview_codes WHERE code_hash = ? AND expires_at >= ?',
        [hashOf(code), this.clock.now()],
      )) as { affectedRows: number };
      if (affectedRows !== 1) throw new Failure('PREVIEW_CODE_INVALID');
      await this.audit.record(runner, {
        action: 'release.preview_started',
        type: 'warning',
        message: `Aperçu de la version ${remote} ${version} commencé dans un navigateur.`,
        ...{ userId, email, requestId },
      });
    });
    return {
      proof: this.proofOf({ remote, version }, userId, previewSeconds),
      address: firstPathOn(JSON.parse(statement) as PublishedRemote, 'shell'),
    };
  }

  /** For the browser of a team that checks what it uploaded; nobody else's takes it. @throws Failure NOT_FOUND. */
  async check({ remote, version }: Preview, team: string, requestId: string | null): Promise<string> {
    await this.release(remote, version);
    await this.audit.record(this.dataSource, {
      action: 'release.preview_checked',
      type: 'info',
      message: `Version ${remote} ${version} ouverte par l’équipe ${team} dans son propre navigateur de contrôle.`,
      requestId,
    });
    return this.proofOf({ remote, version }, null, checkSeconds);
  }

  /** What a proof is worth now: nothing once it expired, or who started it may not any more. */
  async read(proof: string | undefined): Promise<Preview | undefined> {
    const { data } = sealedProof.safeParse(unsealed(this.config.signingKey, proofPurpose, proof));
    if (!data || data.until <= this.seconds()) return undefined;
    if (data.userId !== null && !(await this.mayPreview(data.userId))) return undefined;
    return { remote: data.remote, version: data.version };
  }

  private proofOf(preview: Preview, userId: number | null, seconds: number): string {
    const until = this.seconds() + seconds;
    return sealed(this.config.signingKey, proofPurpose, { ...preview, userId, until });
  }

  private async mayPreview(userId: number): Promise<boolean> {
    const [user] = (await this.dataSource.query(
      "SELECT role FROM users WHERE id = ? AND status = 'active' AND deleted_at IS NULL",
      [userId],
    )) as { role: Role }[];
    return user !== undefined && allows(user.role, 'releases:manage');
  }

  private async release(remote: string, version: string): Promise<ReleaseRow> {
    const [row] = (await this.dataSource.query(
      `SELECT status, published_by, created_at, statement FROM releases
       WHERE remote = ? AND version = ? AND removed_at IS NULL`,
      [remote, version],
    )) as ReleaseRow[];
    if (!row) throw new Failure('NOT_FOUND');
    return row;
  }

  private tell(action: string, message: string, author: Author): Promise<void> {
    return this.audit.record(this.dataSource, { action, type: 'warning', message, ...author });
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
