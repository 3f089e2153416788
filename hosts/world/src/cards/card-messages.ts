import { decimalText } from '@bank/contracts/currencies';
import { openCard, type PresentedCard, sealCard } from '@bank/contracts/rails/card-data';
import type { CardMessageName } from '@bank/contracts/rails/cards';
import type { RailKey } from '@bank/contracts/rails/signature';
import { newId } from '../messages/outbox';
import type { CardPayment } from './card-payments';
import { shopOf } from './shops';

/** A message for the bank, by its own retrieval reference. */
export interface CardMessage {
  reference: string;
  name: CardMessageName;
  /** The payment that it is about. */
  payment: string;
  /** The money that it moves once the bank has accepted it, minor units; negative gives the bank money. */
  moves: bigint;
  body: string;
}

/** The content from which a message is written. */
interface Content {
  payment: CardPayment;
  amount: bigint;
  at: Date;
  day: string;
}

const header = (at: Date) => ({ CreDtTm: at.toISOString() });
const money = ({ payment, amount }: Content) => ({
  Amt: decimalText(amount, payment.currency),
  Ccy: payment.currency,
});
const originalOf = ({ payment }: Content) => ({
  RtrvlRefNb: payment.approved_reference ?? payment.reference,
});

/** Writes the network's messages; card data are encrypted for each. */
export class CardMessages {
  constructor(private readonly key: RailKey) {}

  seal(reference: string, card: PresentedCard): string {
    return sealCard(this.key, reference, card);
  }

  /** The first question has the payment's reference; those after a challenge have their own. */
  authorization(payment: CardPayment, at: Date): CardMessage {
    const isFirst = payment.challenge_id === null;
    const reference = isFirst ? payment.reference : newId('A');
    const { mode, challenge_id } = payment;
    const asks = { ChllngCpbl: mode === 'ECOM', ...(challenge_id && { ChllngId: challenge_id }) };
    return this.message('authorizations', reference, payment, 0n, {
      Hdr: header(at),
      Envt: this.environment(payment, reference),
      Cntxt: { CardDataNtryMd: mode, Authntcn: asks },
      Tx: {
        TxTp: typeOf(payment),
        TxId: { RtrvlRefNb: reference },
        TxAmt: money({ payment, amount: payment.amount, at, day: '' }),
      },
    });
  }

  /** Without an amount, all of it. */
  reversal(content: Content, isWhole: boolean): CardMessage {
    const reference = newId('V');
    return this.message('reversals', reference, content.payment, 0n, {
      Hdr: header(content.at),
      Tx: {
        TxId: { RtrvlRefNb: reference },
        OrgnlDataElmts: originalOf(content),
        ...(!isWhole && { TxAmt: money(content) }),
      },
    });
  }

  clearing(content: Content, isFinal: boolean): CardMessage {
    const { payment, amount, day } = content;
    const reference = newId('C');
    return this.message('clearings', reference, payment, amount, {
      Hdr: header(content.at),
      Envt: this.environment(payment, reference),
      Tx: {
        TxTp: typeOf(payment),
        TxId: { RtrvlRefNb: reference },
        OrgnlDataElmts: originalOf(content),
        TxAmt: money(content),
        Fnl: isFinal,
        SttlmDt: day,
      },
    });
  }

  refund(content: Content): CardMessage {
    const { payment, amount, day } = content;
    const reference = newId('R');
    return this.message('refunds', reference, payment, -amount, {
      Hdr: header(content.at),
      Envt: this.environment(payment, reference),
      Tx: {
        TxId: { RtrvlRefNb: reference },
        OrgnlDataElmts: originalOf(content),
        TxAmt: money(content),
        SttlmDt: day,
      },
    });
  }

  /** The chargeback that a request of the bank gets: one for its id, however often it asks. */
  requested(content: Content, id: string): CardMessage {
    return this.chargeback(content, false, { reference: `B-${id}`.slice(0, 35), request: id });
  }

  chargeback(
    content: Content,
    isReversal: boolean,
    { reference = newId('B'), request }: { reference?: string; request?: string } = {},
  ): CardMessage {
    const { payment, amount, day } = content;
    return this.message('chargebacks', reference, payment, isReversal ? amount : -amount, {
      Hdr: header(content.at),
      Tx: {
        TxTp: isReversal ? 'CHRV' : 'CHBK',
        TxId: { RtrvlRefNb: reference },
        SttlmDt: day,
        OrgnlDataElmts: originalOf(content),
        ...(request !== undefined && { Rqst: { RtrvlRefNb: request } }),
        TxAmt: money(content),
      },
    });
  }

  /** The sums of a settlement day. */
  reconciliation(day: string, sums: readonly { currency: string; amount: bigint }[], at: Date): CardMessage {
    const reference = newId('S');
    const Ttls = sums.map(({ currency, amount }) => ({ Ccy: currency, Amt: String(amount) }));
    const body = { Hdr: header(at), Rcncltn: { TxId: { RtrvlRefNb: reference }, SttlmDt: day, Ttls } };
    return { reference, name: 'reconciliations', payment: '', moves: 0n, body: JSON.stringify(body) };
  }

  private environment(payment: CardPayment, reference: string) {
    const { id, name, city, country, category } = shopOf(payment.shop);
    const card = openCard(this.key, payment.reference, payment.card);
    return {
      Accptr: { Id: id, CmonNm: name, TwnNm: city, Ctry: country, MrchntCtgyCd: category },
      Card: { PrtctdCardData: this.seal(reference, card) },
    };
  }

  private message(
    name: CardMessageName,
    reference: string,
    payment: CardPayment,
    moves: bigint,
    body: object,
  ): CardMessage {
    return { reference, name, payment: payment.reference, moves, body: JSON.stringify(body) };
  }
}

const typeOf = ({ shop }: CardPayment) => (shopOf(shop).isCash ? 'CSHW' : 'CRDP');
