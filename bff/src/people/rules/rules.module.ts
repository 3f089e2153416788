import { Module } from '@nestjs/common';
import { CasesModule } from '../cases/cases.module';
import { PublishedRules } from './published-rules.service';
import { RuleCases } from './rule-cases.service';
import { RulePasses } from './rule-passes.service';
import { RuleScoring } from './rule-scoring.service';
import { RuleStops } from './rule-stops.service';

@Module({
  imports: [CasesModule],
  providers: [PublishedRules, RuleCases, RulePasses, RuleScoring, RuleStops],
  exports: [PublishedRules, RuleCases, RulePasses, RuleScoring, RuleStops],
})
export class RulesModule {}
