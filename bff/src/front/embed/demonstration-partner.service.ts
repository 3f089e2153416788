import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { demonstrationPartner } from '@bank/contracts/demo';
import { Config } from '../../platform/config/config';
import { Demonstration } from '../../platform/bank-settings/demonstration.service';
import { Database } from '../../platform/database/database';

/**
 * Allows the demonstration site, and the customer site with the playground for partners, as origins: their addresses depend on
 * this server's port, not on the seed.
 */
@Injectable()
export class DemonstrationPartner implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly demonstration: Demonstration,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!(await this.demonstration.isDemonstration())) return;
    for (const origin of [this.config.partnerSiteOrigin, this.config.shellOrigin])
      await this.database.write(
        `INSERT INTO partner_origins (partner_id, origin)
         SELECT partner_id, ? FROM partner_keys WHERE publishable_key = ?
         ON DUPLICATE KEY UPDATE origin = VALUES(origin)`,
        [origin, demonstrationPartner.key],
      );
  }
}
