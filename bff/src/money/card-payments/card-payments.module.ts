import { Module } from '@nestjs/common';
import { CardNetworkModule } from '../../ports/card-network/card-network.module';
import { AccountsModule } from '../accounts/accounts.module';
import { CardsModule } from '../cards/cards.module';
import { RatesModule } from '../rates/rates.module';
import { CardAuthorizationsService } from './card-authorizations.service';
import { CardBookingsService } from './card-bookings.service';
import { CardChallengeApproval } from './card-challenge-approval.service';
import { CardChallengesController } from './card-challenges.controller';
import { CardChallengesService } from './card-challenges.service';
import { CardClearingsService } from './card-clearings.service';
import { CardMessagesService } from './card-messages.service';
import { CardNoticesService } from './card-notices.service';
import { RulesModule } from '../../people/rules/rules.module';
import { CardRules } from './card-rules.service';
import { CardProofsService } from './card-proofs.service';
import { CardPurchasesController } from './card-purchases.controller';
import { CardPurchasesService } from './card-purchases.service';
import { CardReconciliationService } from './card-reconciliation.service';
import { ChallengeAnswersService } from './challenge-answers.service';
import { ChallengeRefusalsController } from './challenge-refusals.controller';
import { ManagedCardsController } from './managed-cards.controller';
import { ManagedCardsService } from './managed-cards.service';
import { SpendingController } from './spending.controller';
import { SpendingService } from './spending.service';
import { ChargebackWatch } from './chargeback-watch.service';
import { SuspendedCardMoneyService } from './suspended-card-money.service';

@Module({
  imports: [AccountsModule, CardNetworkModule, CardsModule, RatesModule, RulesModule],
  controllers: [
    CardChallengesController,
    CardPurchasesController,
    ChallengeRefusalsController,
    SpendingController,
    ManagedCardsController,
  ],
  providers: [
    CardAuthorizationsService,
    CardBookingsService,
    CardChallengeApproval,
    CardChallengesService,
    CardClearingsService,
    CardMessagesService,
    CardNoticesService,
    CardProofsService,
    CardRules,
    CardPurchasesService,
    CardReconciliationService,
    ChallengeAnswersService,
    ManagedCardsService,
    SpendingService,
    ChargebackWatch,
    SuspendedCardMoneyService,
  ],
  exports: [CardNoticesService, CardPurchasesService, ChargebackWatch],
})
export class CardPaymentsModule {}
