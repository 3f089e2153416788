import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { CardKeys } from '../../bff/src/money/cards/card-keys';
import { deriveKeys, storedKeys } from '../../bff/src/platform/config/keys';
import { sealCard, type PresentedCard } from '../../libs/contracts/rails/card-data';
import type { CardMessageName, EntryMode } from '../../libs/contracts/rails/cards';
import {
  contentDigest,
  type RailKey,
  signRequest,
  verifyResponse,
} from '../../libs/contracts/rails/signature';
import type { Bank } from './bank';
import { railKey } from './clearing-house';
import type { TestConnection } from './customers';
import { call } from './http';

/** What the network sends of a payment; the rest has defaults. */
export interface PaymentOptions {
  amount?: string;
  currency?: string;
  mode?: EntryMode;
  isCash?: boolean;
  country?: string;
  merchant?: string;
  category?: string;
  canChallenge?: boolean;
  challengeId?: string;
  reference?: string;
}

interface Answered {
  status: number;
  /** Of ISO 8583; undefined where there is none. */
  code: string | undefined;
  challengeId: string | undefined;
  text: string;
}

export const newReference = () => randomUUID().replaceAll('-', '');
const today = () => new Date().toISOString().slice(0, 10);
const header = () => ({ CreDtTm: new Date().toISOString() });

/** The card network's end of the port, by which tests pay; every answer's signature is verified. */
export function cardNetwork(bank: Pick<Bank, 'shellUrl'>, key: RailKey = railKey) {
  async function post(
    name: CardMessageName | string,
    message: object | string,
    {
      as = key,
      at = new Date(),
      change = {},
    }: { as?: RailKey; at?: Date; change?: Record<string, string> } = {},
  ): Promise<Answered> {
    const url = `${bank.shellUrl}/rails/cards/${name}`;
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    const digest = contentDigest(body);
    const nonce = randomUUID();
    const signature = await signRequest(as, { method: 'POST', url, digest }, { at, nonce });
    const headers = { ...signature, 'content-digest': digest, 'content-type': 'application/json', ...change };
    const response = await fetch(url, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status === 200) {
      const answer = { status: 200, headers: Object.fromEntries(response.headers) };
      await verifyResponse([key], answer, { digest: contentDigest(text), at: new Date(), nonce });
    }
    const parsed = text.startsWith('{') ? (JSON.parse(text) as AnswerBody) : {};
    const { RspnCd: code, Chllng } = parsed.PrcgRslt ?? {};
    return { status: response.status, code, challengeId: Chllng?.Id, text };
  }

  const environment = (reference: string, card: PresentedCard, options: PaymentOptions) => ({
    Accptr: {
      Id: 'M-0042',
      CmonNm: options.merchant ?? 'SQ *BOULANGERIE DU PORT 0042',
      TwnNm: 'Marseille',
      Ctry: options.country ?? 'FR',
      MrchntCtgyCd: options.category ?? '5411',
    },
    Card: { PrtctdCardData: sealCard(key, reference, card) },
  });
  const amountOf = ({ amount = '10.00', currency = 'EUR' }: PaymentOptions) => ({
    Amt: amount,
    Ccy: currency,
  });

  const network = {
    post,
    /** The message of an authorization, to be sent once or several times. */
    authorization(card: PresentedCard, options: PaymentOptions = {}) {
      const reference = options.reference ?? newReference();
      return {
        Hdr: header(),
        Envt: environment(reference, card, options),
        Cntxt: {
          CardDataNtryMd: options.mode ?? 'CTLS',
          Authntcn: { ChllngCpbl: options.canChallenge ?? false, ChllngId: options.challengeId },
        },
        Tx: {
          TxTp: options.isCash ? 'CSHW' : 'CRDP',
          TxId: { RtrvlRefNb: reference },
          TxAmt: amountOf(options),
        },
      };
    },
    async authorize(
      card: PresentedCard,
      options: PaymentOptions = {},
    ): Promise<Answered & { reference: string }> {
      const message = network.authorization(card, options);
      const reference = message.Tx.TxId.RtrvlRefNb;
      return { ...(await post('authorizations', message)), reference };
    },
    clearing(
      card: PresentedCard,
      original: string,
      {
        isFinal = true,
        day = today(),
        ...options
      }: PaymentOptions & { isFinal?: boolean; day?: string } = {},
    ) {
      const reference = options.reference ?? newReference();
      return {
        Hdr: header(),
        Envt: environment(reference, card, options),
        Tx: {
          TxTp: options.isCash ? 'CSHW' : 'CRDP',
          TxId: { RtrvlRefNb: reference },
          Fnl: isFinal,
          OrgnlDataElmts: { RtrvlRefNb: original },
          TxAmt: amountOf(options),
          SttlmDt: day,
        },
      };
    },
    reversal: (original: string, amount?: { amount: string; currency?: string }) => ({
      Hdr: header(),
      Tx: {
        TxId: { RtrvlRefNb: newReference() },
        OrgnlDataElmts: { RtrvlRefNb: original },
        ...(amount && { TxAmt: amountOf(amount) }),
      },
    }),
    refund(
      card: PresentedCard,
      original: string | undefined,
      options: PaymentOptions & { day?: string } = {},
    ) {
      const reference = options.reference ?? newReference();
      return {
        Hdr: header(),
        Envt: environment(reference, card, options),
        Tx: {
          TxId: { RtrvlRefNb: reference },
          ...(original !== undefined && { OrgnlDataElmts: { RtrvlRefNb: original } }),
          TxAmt: amountOf(options),
          SttlmDt: options.day ?? today(),
        },
      };
    },
    chargeback: (
      original: string,
      {
        isReversal = false,
        day = today(),
        request,
        ...options
      }: PaymentOptions & { isReversal?: boolean; day?: string; request?: string | undefined },
    ) => ({
      Hdr: header(),
      Tx: {
        TxTp: isReversal ? 'CHRV' : 'CHBK',
        TxId: { RtrvlRefNb: newReference() },
        SttlmDt: day,
        OrgnlDataElmts: { RtrvlRefNb: original },
        ...(request !== undefined && { Rqst: { RtrvlRefNb: request } }),
        TxAmt: amountOf(options),
        Rsn: 'Goods did not arrive',
      },
    }),
    reconciliation: (day: string, sums: Record<string, string>) => ({
      Hdr: header(),
      Rcncltn: {
        TxId: { RtrvlRefNb: newReference() },
        SttlmDt: day,
        Ttls: Object.entries(sums).map(([Ccy, Amt]) => ({ Ccy, Amt })),
      },
    }),
  };
  return network;
}

interface AnswerBody {
  PrcgRslt?: { RspnCd?: string; Chllng?: { Id: string } };
}

/** The number, expiry and code of a card, as only its bank can know them. */
export async function plasticOf(
  { dataDir }: Pick<Bank, 'dataDir'>,
  database: TestConnection,
  cardId: number,
): Promise<Required<Omit<PresentedCard, 'PIN'>>> {
  const [row] = await database.rows(
    `SELECT account_id, number_encrypted AS sealed, number_key AS keyId,
       DATE_FORMAT(expiry_date, '%Y-%m') AS expiry FROM cards WHERE id = ?`,
    [cardId],
  );
  const { encryptionKeys } = deriveKeys({}, () => storedKeys(path.join(dataDir, 'keys.json')));
  const keys = new CardKeys(encryptionKeys);
  const sealed = row?.sealed as unknown as Buffer;
  const number = keys.open({ sealed, keyId: Number(row?.keyId) }, Number(row?.account_id));
  const expiry = String(row?.expiry);
  return { PAN: number, XpryDt: expiry, CSC: keys.codeOf(number, expiry, Number(row?.keyId)) };
}

/** A new card of a customer, in their hands. */
export async function newCard(
  bank: Pick<Bank, 'shellUrl' | 'dataDir'>,
  database: TestConnection,
  { token }: { token: string },
  options: Record<string, unknown> = {},
): Promise<{ id: number; plastic: Required<Omit<PresentedCard, 'PIN'>> }> {
  const { body } = await call<{ card: { id: number } }>('POST', `${bank.shellUrl}/api/cards/create`, {
    token,
    body: { card_type: 'debit', ...options },
  });
  const { id } = body.card;
  await database.rows(`UPDATE cards SET delivery = 'activated' WHERE id = ? AND delivery <> 'none'`, [id]);
  return { id, plastic: await plasticOf(bank, database, id) };
}
