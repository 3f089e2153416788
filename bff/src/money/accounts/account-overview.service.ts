import { Injectable } from '@nestjs/common';
import type { BalanceOverview } from '@bank/contracts/accounts';
import type { Language } from '@bank/contracts/language';
import { stopOf } from '@bank/contracts/stops';
import { CardNetwork } from '../../ports/card-network/card-network';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { AccountsService } from './accounts.service';

/** The account data of a customer's first pages. */
@Injectable()
export class AccountOverviewService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly rail: PaymentRail,
    private readonly cardNetwork: CardNetwork,
  ) {}

  /**
   * The euro account with its limits and its last 90 days, and what the bank offers, with why its limits are low.
   * @throws ApiException NOT_FOUND.
   */
  async overview(userId: number, language: Language): Promise<BalanceOverview> {
    const services = { payments: this.rail.isConfigured, top_ups: this.cardNetwork.isConfigured };
    const { balance, history } = await this.accounts.overview(userId);
    const why = balance.level === 'limited' ? stopOf('account_limited', language) : null;
    return { balance: { ...balance, why }, history, services };
  }
}
