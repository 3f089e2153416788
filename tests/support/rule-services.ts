import { BankCases } from '../../bff/src/people/cases/bank-cases.service';
import { CaseHandlers } from '../../bff/src/people/cases/case-handlers.service';
import { CasesService } from '../../bff/src/people/cases/cases.service';
import { PublishedRules } from '../../bff/src/people/rules/published-rules.service';
import { RuleCases } from '../../bff/src/people/rules/rule-cases.service';
import { RulePasses } from '../../bff/src/people/rules/rule-passes.service';
import { RuleScoring } from '../../bff/src/people/rules/rule-scoring.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Config } from '../../bff/src/platform/config/config';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import type { Clock } from '../../bff/src/platform/time/clock.service';

/** The services of rules without a server; two of them are as two servers. */
export function ruleServices(clock: Clock) {
  const config = { fingerprintKey: Buffer.alloc(32, 9) } as Config;
  const opener = new CasesService(
    new AuditService(clock),
    new EventsService(clock),
    new RandomSource(),
    clock,
  );
  const bankCases = new BankCases(opener, new AuditService(clock), clock);
  const [passes, cases] = [new RulePasses(), new RuleCases(bankCases, new CaseHandlers())];
  return { passes, cases, rules: new RuleScoring(new PublishedRules(), passes, cases, clock, config) };
}
