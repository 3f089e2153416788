import { CardRules } from '../../bff/src/money/card-payments/card-rules.service';
import { ruleServices } from './rule-services';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { NotificationsService } from '../../bff/src/people/notifications/notifications.service';
import { CardAuthorizationsService } from '../../bff/src/money/card-payments/card-authorizations.service';
import { CardBookingsService } from '../../bff/src/money/card-payments/card-bookings.service';
import { CardChallengesService } from '../../bff/src/money/card-payments/card-challenges.service';
import { ChargebackWatch } from '../../bff/src/money/card-payments/chargeback-watch.service';
import { CardClearingsService } from '../../bff/src/money/card-payments/card-clearings.service';
import { CardNoticesService } from '../../bff/src/money/card-payments/card-notices.service';
import { CardProofsService } from '../../bff/src/money/card-payments/card-proofs.service';
import { CollectCardDebtsJob } from '../../bff/src/money/card-payments/collect-card-debts.job';
import { ExpireCardHoldsJob } from '../../bff/src/money/card-payments/expire-card-holds.job';
import type { Config } from '../../bff/src/platform/config/config';
import { CardKeys } from '../../bff/src/money/cards/card-keys';
import { HoldsService } from '../../bff/src/money/ledger/holds.service';
import { MoneyBack } from '../../bff/src/money/ledger/money-back.service';
import { RatesService } from '../../bff/src/money/rates/rates.service';
import type { TestLedger } from './ledger';

/** The services of cards over a test's ledger, without a server. */
export function cardServices({ database, clock, ledger }: TestLedger) {
  const keys = new CardKeys([{ id: 1, key: Buffer.alloc(32, 7) }]);
  const [audit, events, random] = [new AuditService(clock), new EventsService(clock), new RandomSource()];
  const config = { signingKey: Buffer.alloc(32, 8) } as Config;
  const notices = new CardNoticesService(new NotificationsService(database, events, clock), events, config);
  const [holds, rates] = [new HoldsService(clock), new RatesService(database, clock)];
  const proofs = new CardProofsService(keys, notices);
  const { rules, passes, cases } = ruleServices(clock);
  const incidents = new IncidentsService(database, audit, events, clock);
  const bookings = new CardBookingsService(ledger, rates, incidents, new MoneyBack(), clock);
  return {
    keys,
    authorizations: new CardAuthorizationsService(
      ledger,
      holds,
      rates,
      proofs,
      new CardChallengesService(clock),
      new CardRules(rules, passes, cases),
      notices,
      random,
      clock,
    ),
    clearings: new CardClearingsService(
      ledger,
      holds,
      bookings,
      proofs,
      notices,
      new ChargebackWatch(),
      clock,
    ),
    expiry: new ExpireCardHoldsJob(database, ledger, holds, notices),
    debts: new CollectCardDebtsJob(database, ledger, incidents),
  };
}
