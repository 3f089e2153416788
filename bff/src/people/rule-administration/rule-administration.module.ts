import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { StaffApprovalsModule } from '../staff-approvals/staff-approvals.module';
import { RulePublication } from './rule-publication.service';
import { ReplayRuns } from './replay-runs.service';
import { RuleCountsService } from './rule-counts.service';
import { RuleDraftsService } from './rule-drafts.service';
import { RuleReader } from './rule-reader.service';
import { RuleReplaysService } from './rule-replays.service';
import { RulesController } from './rules.controller';

@Module({
  imports: [AuthModule, StaffApprovalsModule],
  controllers: [RulesController],
  providers: [
    RulePublication,
    ReplayRuns,
    RuleCountsService,
    RuleDraftsService,
    RuleReader,
    RuleReplaysService,
  ],
  exports: [ReplayRuns],
})
export class RuleAdministrationModule {}
