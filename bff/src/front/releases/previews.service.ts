import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { allows } from '@bank/contracts/permissions';
import type { Site } from '@bank/contracts/remotes';
import { type Previewable, previewSeconds, releaseStatuses } from '@bank/contracts/releases';
import { previewPages } from '@bank/contracts/routes';
import { AuditService } from '../../platform/audit/audit.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { jsonOf, moment, rowOf, text } from '../../platform/database/columns';
import { Clock } from '../../platform/time/clock.service';
import { unixSeconds } from '../../platform/time/durations';
import { ApiException } from '../../platform/errors/api-exception';
import { Config } from '../../platform/config/config';
import { digest } from '../../platform/security/secrets';
import { StaffRolesService } from '../../people/users/staff-roles.service';
import { firstPathOn, type Shown, sitesOf } from './release-sites';
import { sealed, unsealed } from './sealed';
import { Database } from '../../platform/database/database';

/** A release that one browser gets instead of the live one. */
export interface Preview {
  remote: string;
  version: string;
}

/** The proof becomes a cookie of the browser, which then opens the address. */
export interface PreviewStep {
  proof?: string;
  address: string;
}

/** Seconds that a team's browser has to check a release. */
const teamProofSeconds = 15 * 60;
/**
 * Seconds that the customer site accepts a code of the back-office; by the clock of the database, since another server takes it,
 * whose clock may differ by more.
 */
const codeSeconds = 60;
const purgeCodes = 'DELETE FROM preview_codes WHERE expires_at < UTC_TIMESTAMP(3) LIMIT 1000';
const insertCode = `
  INSERT INTO preview_codes (code_hash, expires_at) VALUES (?, UTC_TIMESTAMP(3) + INTERVAL ${codeSeconds} SECOND)`;
const spendCode = 'DELETE FROM preview_codes WHERE code_hash = ? AND expires_at >= UTC_TIMESTAMP(3)';

const proofPurpose = 'preview';
const codePurpose = 'preview code';

const sealedProof = z.object({
  remote: z.string(),
  version: z.string(),
  /** Unix seconds. */
  until: z.int(),
  /** The administrator who started it; null for a team's browser. */
  userId: z.int().nullable(),
});
const sealedCode = z.object({
  remote: z.string(),
  version: z.string(),
  userId: z.int(),
  email: z.string(),
  nonce: z.string(),
});

const selectRelease = `
  SELECT status, published_by, created_at, statement FROM releases
  WHERE remote = ? AND version = ? AND removed_at IS NULL`;
const releaseRow = rowOf({
  status: z.enum(releaseStatuses),
  published_by: text,
  created_at: moment,
  statement: jsonOf(z.custom<Shown>()),
});
type ReleaseRow = z.infer<typeof releaseRow>;

/**
 * Lets an administrator open a release inside the live shells before any visitor gets it. An address alone starts no
 * preview: the administrator confirms in the back-office, which passes a code to the customer site.
 */
@Injectable()
export class Previews {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly staff: StaffRolesService,
  ) {}

  /** What an administrator reads before starting. @throws ApiException NOT_FOUND. */
  async find(remote: string, version: string): Promise<Previewable> {
    const { status, published_by, created_at, statement } = await this.release(remote, version);
    const hosts = sitesOf(statement);
    return { remote, version, status, published_by, created_at: created_at.toISOString(), hosts };
  }

  /**
   * Starts a preview for an administrator: in the back-office at once, on the customer site by a code in the fragment of
   * the address.
   * @throws ApiException NOT_FOUND.
   */
  async start({ remote, version }: Preview, site: Site, context: RequestContext): Promise<PreviewStep> {
    const { statement } = await this.release(remote, version);
    const author = authorOf(context);
    if (site === 'back-office') {
      await this.logChange('release.preview_started', { remote, version }, author);
      return {
        proof: this.proofOf({ remote, version }, author.userId, previewSeconds),
        address: firstPathOn(statement, site),
      };
    }
    const nonce = randomBytes(16).toString('base64url');
    const { userId, email } = author;
    const code = sealed(this.config.signingKey, codePurpose, { remote, version, userId, email, nonce });
    await this.database.write(purgeCodes);
    await this.database.write(insertCode, [digest(code)]);
    await this.logChange('release.preview_requested', { remote, version }, author);
    return { address: `${this.config.shellOrigin}${previewPages.take}#${code}` };
  }

  /** Starts a preview on the customer site by the back-office's code. @throws ApiException PREVIEW_CODE_INVALID. */
  async redeem(code: string, requestId: string): Promise<Required<PreviewStep>> {
    const { data } = sealedCode.safeParse(unsealed(this.config.signingKeys, codePurpose, code));
    if (!data || !(await this.mayPreview(data.userId))) throw new ApiException('PREVIEW_CODE_INVALID');
    const { remote, version, userId, email } = data;
    const { statement } = await this.release(remote, version);
    await this.database.transaction(async (tx) => {
      const { affectedRows } = await tx.write(spendCode, [digest(code)]);
      if (affectedRows !== 1) throw new ApiException('PREVIEW_CODE_INVALID');
      await this.audit.record(tx, {
        action: 'release.preview_started',
        type: 'warning',
        values: { release: `${remote} ${version}` },
        userId,
        email,
        requestId,
      });
    });
    return {
      proof: this.proofOf({ remote, version }, userId, previewSeconds),
      address: firstPathOn(statement, 'shell'),
    };
  }

  /** A proof for the browser by which a team checks its upload. @throws ApiException NOT_FOUND. */
  async issueTeamProof(
    { remote, version }: Preview,
    team: string,
    requestId: string | null,
  ): Promise<string> {
    await this.release(remote, version);
    await this.audit.record(this.database, {
      action: 'release.preview_checked',
      type: 'info',
      values: { release: `${remote} ${version}`, team },
      requestId,
    });
    return this.proofOf({ remote, version }, null, teamProofSeconds);
  }

  /** The preview of a proof; undefined once it expired or its administrator lost the permission. */
  async read(proof: string | undefined): Promise<Preview | undefined> {
    const { data } = sealedProof.safeParse(unsealed(this.config.signingKeys, proofPurpose, proof));
    if (!data || data.until <= unixSeconds(this.clock.now())) return undefined;
    if (data.userId !== null && !(await this.mayPreview(data.userId))) return undefined;
    return { remote: data.remote, version: data.version };
  }

  private proofOf(preview: Preview, userId: number | null, seconds: number): string {
    const until = unixSeconds(this.clock.now()) + seconds;
    return sealed(this.config.signingKey, proofPurpose, { ...preview, userId, until });
  }

  private async mayPreview(userId: number): Promise<boolean> {
    const holder = await this.staff.holder(this.database, userId);
    return holder !== undefined && allows(holder, 'releases:manage', 'change');
  }

  private release(remote: string, version: string): Promise<ReleaseRow> {
    return this.database.found(releaseRow, selectRelease, [remote, version]);
  }

  private logChange(
    action: 'release.preview_started' | 'release.preview_requested',
    { remote, version }: Preview,
    author: AuditAuthor,
  ): Promise<void> {
    return this.audit.record(this.database, {
      action,
      type: 'warning',
      values: { release: `${remote} ${version}` },
      ...author,
    });
  }
}
