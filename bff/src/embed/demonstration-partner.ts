import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { demonstrationPartner } from '@bank/contracts/demo';
import { Config } from '../config';
import { Demonstration } from '../seed/demonstration';

/** The partner demonstration site is where this server's port puts it, which the demonstration data cannot know. */
@Injectable()
export class DemonstrationPartner implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly demonstration: Demonstration,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!(await this.demonstration.isDemonstration())) return;
    await this.dataSource.query(
      `INSERT INTO partner_origins (partner_id, origin)
       SELECT partner_id, ? FROM partner_keys WHERE publishable_key = ?
       ON DUPLICATE KEY UPDATE origin = VALUES(origin)`,
      [this.config.partnerSiteOrigin, demonstrationPartner.key],
    );
  }
}
