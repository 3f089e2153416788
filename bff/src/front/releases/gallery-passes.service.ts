import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { allows } from '@bank/contracts/permissions';
import { type GalleryLink, gallerySeconds } from '@bank/contracts/releases';
import { customerGallery } from '@bank/contracts/routes';
import { AuditService } from '../../platform/audit/audit.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { unixSeconds } from '../../platform/time/durations';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { StaffRolesService } from '../../people/users/staff-roles.service';
import type { TeamCall } from './deploy.guard';
import { DeployTokensService } from './deploy-tokens.service';
import { sealed, unsealed } from './sealed';

const purpose = 'gallery';

const sealedPass = z.object({
  /** Unix seconds. */
  until: z.int(),
  /** The deploy token (null for the operator's) or the member of staff whose right to it the pass is. */
  by: z.union([z.object({ token: z.int().nullable() }), z.object({ userId: z.int() })]),
});
type Holder = z.infer<typeof sealedPass>['by'];

/** A pass that was found valid, and for how many seconds still. */
export interface ValidPass {
  pass: string;
  seconds: number;
}

/**
 * Opens the gallery of the customer site to teams, who have no account there, and to staff. A pass opens nothing else; it
 * ends with its time, and before with the deploy token or the permission by which it was made.
 */
@Injectable()
export class GalleryPasses {
  /** The questions about holders that the database has not answered yet, by holder: a flood with one pass asks one at a time. */
  private readonly underWay = new Map<string, Promise<boolean>>();

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly tokens: DeployTokensService,
    private readonly staff: StaffRolesService,
  ) {}

  /** A link for a team, valid as long as the deploy token of the call, for eight hours at most. */
  async linkForTeam({ token, team, requestId }: TeamCall): Promise<GalleryLink> {
    await this.audit.record(this.database, {
      action: 'release.gallery_linked',
      text: 'release.gallery_linked_team',
      type: 'info',
      values: { team },
      requestId,
    });
    return this.linkFor({ token });
  }

  /** A link for a member of staff. */
  async linkForStaff(context: RequestContext): Promise<GalleryLink> {
    const author = authorOf(context);
    await this.audit.record(this.database, { action: 'release.gallery_linked', type: 'info', ...author });
    return this.linkFor({ userId: author.userId });
  }

  /** The pass, if it still opens the gallery. */
  async read(pass: string | undefined): Promise<ValidPass | undefined> {
    const { data } = sealedPass.safeParse(unsealed(this.config.signingKeys, purpose, pass));
    const seconds = data ? data.until - unixSeconds(this.clock.now()) : 0;
    if (!pass || !data || seconds <= 0 || !(await this.mayOpen(data.by))) return undefined;
    return { pass, seconds };
  }

  private linkFor(by: Holder): GalleryLink {
    const until = unixSeconds(this.clock.now()) + gallerySeconds;
    const pass = sealed(this.config.signingKey, purpose, { until, by });
    return {
      link: `${this.config.shellOrigin}${customerGallery.path}?${customerGallery.pass}=${pass}`,
      until: new Date(until * 1000).toISOString(),
    };
  }

  private mayOpen(by: Holder): Promise<boolean> {
    const key = JSON.stringify(by);
    const asked = this.underWay.get(key) ?? this.ask(by).finally(() => this.underWay.delete(key));
    this.underWay.set(key, asked);
    return asked;
  }

  private async ask(by: Holder): Promise<boolean> {
    if ('token' in by) return by.token === null || this.tokens.isValid(by.token);
    const holder = await this.staff.holder(this.database, by.userId);
    return holder !== undefined && allows(holder, 'releases:manage', 'read');
  }
}
