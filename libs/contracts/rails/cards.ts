import { z } from 'zod';
import { decimalsOf } from '../currencies';
import { largestMinor } from '../money';

/**
 * The messages of the card network in JSON, with the names of ISO 20022's card messages between acquirer and issuer (cain).
 * Each has its own retrieval reference (`RtrvlRefNb`), by which it is stored and answered once; `OrgnlDataElmts` names the
 * message that it is about.
 */

/** The answer codes of ISO 8583 that the bank uses. */
export const responseCodes = {
  approved: '00',
  notHonoured: '05',
  unknownCard: '14',
  lost: '41',
  insufficientFunds: '51',
  expired: '54',
  wrongPin: '55',
  notPermitted: '57',
  amountLimit: '61',
  restricted: '62',
  /** Beyond a count, or an authentication of the holder is needed first. */
  authenticationNeeded: '65',
  pinTriesExceeded: '75',
  unavailable: '91',
} as const;
export type ResponseCode = (typeof responseCodes)[keyof typeof responseCodes];
export const responseCode = z.enum(Object.values(responseCodes) as [ResponseCode, ...ResponseCode[]]);

/** How the card's data were read, by ISO 20022's codes: on file or typed, contactless, chip, magnetic stripe. */
export const entryModes = ['ECOM', 'CTLS', 'CICC', 'MGST'] as const;
export type EntryMode = (typeof entryModes)[number];

const reference = z.string().regex(/^[A-Za-z0-9-]{1,35}$/);
const shortText = (max: number) => z.string().min(1).max(max);

/** An amount as decimal text with at most the decimals of its currency, above zero. */
const money = z
  .object({ Amt: z.string().regex(/^\d{1,15}(\.\d{1,4})?$/), Ccy: z.string().regex(/^[A-Z]{3}$/) })
  .transform(({ Amt, Ccy }, context) => {
    const minor = minorOf(Amt, Ccy);
    if (minor === undefined || minor <= 0n || minor > largestMinor) {
      context.addIssue('not an amount of this currency');
      return z.NEVER;
    }
    return { minor, currency: Ccy };
  });

/** The minor units of a decimal text; undefined with more decimals than the currency has (ISO 4217). */
function minorOf(text: string, currency: string): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.');
  const places = decimalsOf(currency);
  const kept = fraction.replace(/0+$/, '');
  return kept.length > places ? undefined : BigInt(whole + kept.padEnd(places, '0'));
}

const header = z.object({ CreDtTm: z.iso.datetime() });

/** Number, expiry, code and PIN, encrypted for the bank; see `card-data.ts`. */
const protectedCard = z.object({ PrtctdCardData: z.string().regex(/^[A-Za-z0-9+/]{40,1000}={0,2}$/) });

const acceptor = z.object({
  Id: shortText(35),
  /** The name as the network carries it, such as `SQ *BOULANGERIE 0042 PARIS`. */
  CmonNm: shortText(70),
  TwnNm: shortText(50).optional(),
  Ctry: z.string().regex(/^[A-Z]{2}$/),
  /** The merchant category code of ISO 18245. */
  MrchntCtgyCd: z.string().regex(/^\d{4}$/),
});
export type Acceptor = z.infer<typeof acceptor>;

const original = z.object({ RtrvlRefNb: reference });
const settlementDay = z.iso.date();

export const authorizationMessage = z.object({
  Hdr: header,
  Envt: z.object({ Accptr: acceptor, Card: protectedCard }),
  Cntxt: z.object({
    CardDataNtryMd: z.enum(entryModes),
    /** Whether the holder can be asked (3-D Secure), and the challenge that was answered. */
    Authntcn: z
      .object({ ChllngCpbl: z.boolean().optional(), ChllngId: z.string().max(40).optional() })
      .optional(),
  }),
  Tx: z.object({
    TxTp: z.enum(['CRDP', 'CSHW']),
    TxId: original,
    TxAmt: money,
  }),
});

export const reversalMessage = z.object({
  Hdr: header,
  Tx: z.object({
    TxId: original,
    OrgnlDataElmts: original,
    /** The released amount; without it, all of the hold. */
    TxAmt: money.optional(),
  }),
});

export const clearingMessage = z.object({
  Hdr: header,
  Envt: z.object({ Accptr: acceptor, Card: protectedCard }),
  Tx: z.object({
    TxTp: z.enum(['CRDP', 'CSHW']),
    TxId: original,
    OrgnlDataElmts: original,
    TxAmt: money,
    /** No further clearing of this purchase follows. */
    Fnl: z.boolean(),
    SttlmDt: settlementDay,
  }),
});

export const refundMessage = z.object({
  Hdr: header,
  Envt: z.object({ Accptr: acceptor, Card: protectedCard }),
  Tx: z.object({
    TxId: original,
    /** The purchase; without it, money comes without one. */
    OrgnlDataElmts: original.optional(),
    TxAmt: money,
    SttlmDt: settlementDay,
  }),
});

export const chargebackMessage = z.object({
  Hdr: header,
  Tx: z.object({
    /** A chargeback gives the holder money back; its reversal takes it again. */
    TxTp: z.enum(['CHBK', 'CHRV']),
    TxId: original,
    /** The purchase. */
    OrgnlDataElmts: original,
    /** The bank's request that it answers; a network may give money back without one, or not name it. */
    Rqst: original.optional(),
    TxAmt: money,
    SttlmDt: settlementDay,
    /** Why, for the holder. */
    Rsn: shortText(140).optional(),
  }),
});

/** The network's sums of a settlement day, minor units by currency: what it is owed, less what it owes. */
export const reconciliationMessage = z.object({
  Hdr: header,
  Rcncltn: z.object({
    TxId: original,
    SttlmDt: settlementDay,
    Ttls: z
      .array(z.object({ Ccy: z.string().regex(/^[A-Z]{3}$/), Amt: z.string().regex(/^-?\d{1,18}$/) }))
      .max(100),
  }),
});

/** The messages by the last part of their path, `/rails/cards/<name>`. */
export const cardMessages = {
  authorizations: authorizationMessage,
  reversals: reversalMessage,
  clearings: clearingMessage,
  refunds: refundMessage,
  chargebacks: chargebackMessage,
  reconciliations: reconciliationMessage,
} as const;
export type CardMessageName = keyof typeof cardMessages;

/** The answer to every message but a reconciliation. */
export const cardAnswer = z.object({
  Tx: z.object({ TxId: original }),
  PrcgRslt: z.object({
    RspnCd: responseCode,
    ApprvlCd: z.string().optional(),
    /** The holder was asked; the network asks again with this id. */
    Chllng: z.object({ Id: z.string(), XpryDtTm: z.string() }).optional(),
  }),
});
export type CardAnswer = z.infer<typeof cardAnswer>;

/** The answer to a reconciliation: whether the sums agree, and the bank's own. */
export const reconciliationAnswer = z.object({
  Rcncltn: z.object({
    Rslt: z.enum(['MTCH', 'NMTC']),
    Ttls: z.array(z.object({ Ccy: z.string(), Amt: z.string() })),
  }),
});

/** Why the bank asks for a chargeback: fraud, not received, wrong amount, paid twice, cancelled, something else. */
export const chargebackReasons = ['FRAD', 'NRCV', 'AMNT', 'DUPL', 'CNCL', 'OTHR'] as const;
export type ChargebackReason = (typeof chargebackReasons)[number];

/** The bank asks the network for a holder's money, under an id of its own: repeated, it gets the same answer. */
export const chargebackInitiation = z.object({
  Hdr: header,
  Tx: z.object({
    TxId: original,
    /** The purchase. */
    OrgnlDataElmts: original,
    TxAmt: money,
    Rsn: z.enum(chargebackReasons),
  }),
});

/** The path, below the network's address, at which it takes them. */
export const chargebackPath = '/chargebacks';

/** Accepted: a chargeback of the amount follows. Represented: the merchant proves the purchase. Rejected: it cannot be. */
export const chargebackResponse = z.object({
  Tx: z.object({ TxId: original }),
  PrcgRslt: z.object({ Rslt: z.enum(['ACCP', 'RPRS', 'RJCT']) }),
});
export type ChargebackResponse = z.infer<typeof chargebackResponse>;

/** The path of a message on the bank's customer site. */
export const cardPath = (name: CardMessageName): string => `/rails/cards/${name}`;
