import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/time/clock.service';
import { SanctionsIntakeService } from '../screening/sanctions-intake.service';
import { checkAgain } from './identity-check.sql';

/** Has the checks that ended without any sanctions list made again once the first one has come. */
@Injectable()
export class UnlistedChecks implements OnModuleInit {
  constructor(
    private readonly lists: SanctionsIntakeService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.lists.onFirst(async (tx) => {
      await tx.write(checkAgain, [this.clock.now()]);
    });
  }
}
