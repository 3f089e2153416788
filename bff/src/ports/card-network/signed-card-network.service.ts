import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { decimalText } from '@bank/contracts/currencies';
import { toDecimal } from '@bank/contracts/money';
import { chargebackPath, chargebackResponse } from '@bank/contracts/rails/cards';
import { Config } from '../../platform/config/config';
import { postSigned } from '../messages/counterpart';
import { readJson } from '../messages/json-message';
import { CardInboxService } from './card-inbox.service';
import {
  type CardHandlers,
  CardNetwork,
  type ChargebackOutcome,
  type ChargebackRequest,
  type TopUpOutcome,
} from './card-network';

const timeoutMs = 5_000;

const answer = z.object({
  id: z.string(),
  result: z.enum(['approved', 'declined']),
  code: z.string().max(4),
});

const outcomes = { ACCP: 'accepted', RPRS: 'represented', RJCT: 'rejected' } as const;

/** The card network over signed HTTP with JSON. */
@Injectable()
export class SignedCardNetworkService extends CardNetwork {
  private readonly logger = new Logger('CardNetwork');

  constructor(
    private readonly config: Config,
    private readonly inbox: CardInboxService,
  ) {
    super();
  }

  get isConfigured(): boolean {
    return this.config.cardNetwork !== undefined;
  }

  listen(handlers: CardHandlers): void {
    this.inbox.listen(handlers);
  }

  async topUp({
    id,
    amount,
    currency,
  }: {
    id: string;
    amount: bigint;
    currency: string;
  }): Promise<TopUpOutcome> {
    const { cardNetwork } = this.config;
    if (!cardNetwork) return { result: 'unknown' };
    try {
      const body = JSON.stringify({ id, amount: toDecimal(amount), currency });
      const message = { path: '/top-ups', type: 'application/json', body };
      const { status, body: text } = await postSigned(cardNetwork, message, timeoutMs);
      const { id: decided, result, code } = answer.parse(readJson(text));
      if (status !== 200 || decided !== id) return { result: 'unknown' };
      return result === 'approved' ? { result } : { result, code };
    } catch (error) {
      this.logger.warn(`a top-up is not answered: ${(error as Error).message}`);
      return { result: 'unknown' };
    }
  }

  async requestChargeback({ id, original, amount, reason }: ChargebackRequest): Promise<ChargebackOutcome> {
    const { cardNetwork } = this.config;
    if (!cardNetwork) return 'unknown';
    const { minor, currency } = amount;
    const body = JSON.stringify({
      Hdr: { CreDtTm: new Date().toISOString() },
      Tx: {
        TxId: { RtrvlRefNb: id },
        OrgnlDataElmts: { RtrvlRefNb: original },
        Rsn: reason,
        TxAmt: { Amt: decimalText(minor, currency), Ccy: currency },
      },
    });
    try {
      const message = { path: chargebackPath, type: 'application/json', body };
      const { status, body: text } = await postSigned(cardNetwork, message, timeoutMs);
      const { Tx, PrcgRslt } = chargebackResponse.parse(readJson(text));
      return status === 200 && Tx.TxId.RtrvlRefNb === id ? outcomes[PrcgRslt.Rslt] : 'unknown';
    } catch (error) {
      this.logger.warn(`a request for a chargeback is not answered: ${(error as Error).message}`);
      return 'unknown';
    }
  }
}
