import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CardNetwork } from '../../ports/card-network/card-network';
import { CardAuthorizationsService } from './card-authorizations.service';
import { CardClearingsService } from './card-clearings.service';
import { CardReconciliationService } from './card-reconciliation.service';

/** Takes the messages of the card network. */
@Injectable()
export class CardMessagesService implements OnModuleInit {
  constructor(
    private readonly network: CardNetwork,
    private readonly authorizations: CardAuthorizationsService,
    private readonly clearings: CardClearingsService,
    private readonly reconciliation: CardReconciliationService,
  ) {}

  onModuleInit(): void {
    const { authorizations, clearings, reconciliation } = this;
    this.network.listen({
      authorization: (tx, message) => authorizations.decide(tx, message),
      reversal: (tx, message) => clearings.reverse(tx, message),
      clearing: (tx, message) => clearings.clear(tx, message),
      refund: (tx, message) => clearings.refund(tx, message),
      chargeback: (tx, message) => clearings.chargeBack(tx, message),
      reconciliation: (tx, totals) => reconciliation.compare(tx, totals),
    });
  }
}
