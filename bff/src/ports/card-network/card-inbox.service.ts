import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import type { z } from 'zod';
import { openCard } from '@bank/contracts/rails/card-data';
import {
  type Acceptor,
  type authorizationMessage,
  type CardAnswer,
  type CardMessageName,
  cardMessages,
  type EntryMode,
  type reconciliationAnswer,
  type reconciliationMessage,
  type ResponseCode,
} from '@bank/contracts/rails/cards';
import { Config } from '../../platform/config/config';
import type { Transaction } from '../../platform/database/database';
import { MetricsService } from '../../platform/metrics/metrics.service';
import { type Handled, InboxService } from '../messages/inbox.service';
import { jsonOf } from '../messages/json-message';
import type {
  AuthorizationAnswer,
  CardChannelUsed,
  CardHandlers,
  Merchant,
  PresentedCard,
} from './card-network';

const port = 'cards';

const channels: Record<EntryMode, CardChannelUsed> = {
  ECOM: 'online',
  CTLS: 'contactless',
  CICC: 'chip',
  MGST: 'stripe',
};

type MessageOf<Name extends CardMessageName> = z.output<(typeof cardMessages)[Name]>;
type Authorization = z.output<typeof authorizationMessage>;

interface Readable {
  reference: string;
  /** Returns the answer for the sender. */
  work(tx: Transaction): Promise<unknown>;
  committed?(): void;
}

/** Reads the messages of the card network and hands them to the module that works on them. */
@Injectable()
export class CardInboxService {
  private handlers: CardHandlers | undefined;
  private readonly answers: Counter;

  constructor(
    private readonly inbox: InboxService,
    private readonly config: Config,
    metrics: MetricsService,
  ) {
    this.answers = metrics.counter({
      name: 'bank_card_authorizations_total',
      help: 'Decided card payments, by the response code of ISO 8583 (00: approved).',
      labels: ['code'],
    });
  }

  listen(handlers: CardHandlers): void {
    this.handlers = handlers;
  }

  /**
   * Stores a message by its retrieval reference and works on it once; what cannot be read is stored as well. Returns the
   * answer for its sender.
   * @throws MessageIdReused; what the handler throws, after which the network sends the message again.
   */
  async receive(name: CardMessageName, body: Buffer): Promise<Handled> {
    const read = this.read(name, body);
    if (!read) return this.inbox.receiveUnread({ port, type: name, body }, 'FF01');
    const { reference, work } = read;
    const handled = await this.inbox.receive({ port, id: reference, type: name, body }, async (tx) => ({
      answer: JSON.stringify(await work(tx)),
    }));
    read.committed?.();
    return handled;
  }

  /** A message and what is to be done with it; undefined when it cannot be read. */
  private read(name: CardMessageName, body: Buffer): Readable | undefined {
    const parsed = cardMessages[name].safeParse(jsonOf(body));
    const { handlers } = this;
    if (!parsed.success || !handlers) return undefined;
    try {
      return this.workOf(handlers, name, parsed.data);
    } catch {
      // The card's data belong to another message, or were changed.
      return undefined;
    }
  }

  private workOf(handlers: CardHandlers, name: CardMessageName, data: unknown): Readable {
    switch (name) {
      case 'authorizations':
        return this.authorization(handlers, data as Authorization);
      case 'reversals': {
        const { Tx } = data as MessageOf<'reversals'>;
        const message = { ...idsOf(Tx), amount: Tx.TxAmt };
        return answered(message.reference, (tx) => handlers.reversal(tx, message));
      }
      case 'clearings': {
        const { Envt, Tx } = data as MessageOf<'clearings'>;
        const message = {
          ...idsOf(Tx),
          ...this.presented(Tx.TxId.RtrvlRefNb, Envt),
          amount: Tx.TxAmt,
          isFinal: Tx.Fnl,
          kind: kindOf(Tx),
          settlementDay: Tx.SttlmDt,
        };
        return answered(message.reference, (tx) => handlers.clearing(tx, message));
      }
      case 'refunds': {
        const { Envt, Tx } = data as MessageOf<'refunds'>;
        const message = {
          reference: Tx.TxId.RtrvlRefNb,
          original: Tx.OrgnlDataElmts?.RtrvlRefNb,
          ...this.presented(Tx.TxId.RtrvlRefNb, Envt),
          amount: Tx.TxAmt,
          settlementDay: Tx.SttlmDt,
        };
        return answered(message.reference, (tx) => handlers.refund(tx, message));
      }
      case 'chargebacks': {
        const { Tx } = data as MessageOf<'chargebacks'>;
        const message = {
          ...idsOf(Tx),
          request: Tx.Rqst?.RtrvlRefNb,
          amount: Tx.TxAmt,
          isReversal: Tx.TxTp === 'CHRV',
          reason: Tx.Rsn,
          settlementDay: Tx.SttlmDt,
        };
        return answered(message.reference, (tx) => handlers.chargeback(tx, message));
      }
      case 'reconciliations':
        return reconciliation(handlers, data as z.output<typeof reconciliationMessage>);
    }
  }

  private authorization(handlers: CardHandlers, { Envt, Cntxt, Tx }: Authorization) {
    const reference = Tx.TxId.RtrvlRefNb;
    const message = {
      reference,
      ...this.presented(reference, Envt),
      amount: Tx.TxAmt,
      kind: kindOf(Tx),
      channel: channels[Cntxt.CardDataNtryMd],
      canChallenge: Cntxt.Authntcn?.ChllngCpbl ?? false,
      challengeId: Cntxt.Authntcn?.ChllngId,
    };
    let code: ResponseCode | undefined;
    const work = async (tx: Transaction) => {
      const answer = await handlers.authorization(tx, message);
      code = answer.code;
      return answerOf(reference, answer);
    };
    // Not in `work`, which is repeated after a deadlock; a message that came before does no work.
    const committed = () => void (code && this.answers.inc({ code }));
    return { reference, work, committed };
  }

  /** @throws Error when the card's data were not encrypted by the network for this message. */
  private presented(
    reference: string,
    { Accptr, Card }: Authorization['Envt'],
  ): { card: PresentedCard; merchant: Merchant } {
    const key = this.config.cardNetwork?.key ?? { id: '', secret: '' };
    const { PAN, XpryDt, CSC, PIN } = openCard(key, reference, Card.PrtctdCardData);
    return { card: { number: PAN, expiry: XpryDt, code: CSC, pin: PIN }, merchant: merchantOf(Accptr) };
  }
}

const merchantOf = ({ Id, CmonNm, TwnNm, Ctry, MrchntCtgyCd }: Acceptor): Merchant => ({
  id: Id,
  name: CmonNm,
  city: TwnNm ?? null,
  country: Ctry,
  category: MrchntCtgyCd,
});

const kindOf = ({ TxTp }: { TxTp: 'CRDP' | 'CSHW' }) =>
  TxTp === 'CSHW' ? ('cash' as const) : ('purchase' as const);

const idsOf = (tx: { TxId: { RtrvlRefNb: string }; OrgnlDataElmts: { RtrvlRefNb: string } }) => ({
  reference: tx.TxId.RtrvlRefNb,
  original: tx.OrgnlDataElmts.RtrvlRefNb,
});

const answered = (reference: string, decide: (tx: Transaction) => Promise<ResponseCode>) => ({
  reference,
  work: async (tx: Transaction) => answerOf(reference, { code: await decide(tx) }),
});

const answerOf = (reference: string, { code, approvalCode, challenge }: AuthorizationAnswer): CardAnswer => ({
  Tx: { TxId: { RtrvlRefNb: reference } },
  PrcgRslt: {
    RspnCd: code,
    ...(approvalCode && { ApprvlCd: approvalCode }),
    ...(challenge && { Chllng: { Id: challenge.id, XpryDtTm: challenge.expiresAt.toISOString() } }),
  },
});

function reconciliation(handlers: CardHandlers, { Rcncltn }: z.output<typeof reconciliationMessage>) {
  const sums = Rcncltn.Ttls.map(({ Ccy, Amt }) => ({ currency: Ccy, minor: BigInt(Amt) }));
  const work = async (tx: Transaction): Promise<z.infer<typeof reconciliationAnswer>> => {
    const own = await handlers.reconciliation(tx, { day: Rcncltn.SttlmDt, sums });
    const theirs = new Map(sums.map(({ currency, minor }) => [currency, minor]));
    const names = new Set([...theirs.keys(), ...own.map(({ currency }) => currency)]);
    const ours = new Map(own.map(({ currency, minor }) => [currency, minor]));
    const agree = [...names].every((name) => (theirs.get(name) ?? 0n) === (ours.get(name) ?? 0n));
    const Ttls = own.map(({ currency, minor }) => ({ Ccy: currency, Amt: String(minor) }));
    return { Rcncltn: { Rslt: agree ? 'MTCH' : 'NMTC', Ttls } };
  };
  return { reference: Rcncltn.TxId.RtrvlRefNb, work };
}
