import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import { createSigner, httpbis } from 'http-message-signatures';

const derived = (
  /** @type {import('node:crypto').BinaryLike} */ key,
  /** @type {string} */ salt,
  /** @type {string} */ label,
) => Buffer.from(hkdfSync('sha256', key, salt, label, 32));

/** The key of the digests that numbers are found by, from a bank's stored secret. @param {string} secret */
export const digestKey = (secret) =>
  derived(derived(secret, 'bank-pcs', 'stored secrets'), 'bank-pcs cards', 'number digests 1');

/** @param {Buffer} key @param {string} number */
export const digestOf = (key, number) => createHmac('sha256', key).update(`card number ${number}`).digest();

/** @param {number} nth */
export const numberOf = (nth) => `411111${String(nth).padStart(10, '0')}`;

export const newReference = () => randomUUID().replaceAll('-', '');

/**
 * The card network's end of the port: writes and sends messages, each signed for its own try.
 * @param {number} port of the bank
 * @param {string} secret of both sides
 * @param {number} connections
 */
export function cardNetwork(port, secret, connections) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const sealing = derived(secret, 'bank-pcs', 'card data of messages');
  const signer = createSigner(secret, 'hmac-sha256', 'bank-pcs');

  /** @param {string} reference @param {string} number */
  function environment(reference, number) {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(reference));
    const card = JSON.stringify({ PAN: number, XpryDt: '2090-11' });
    const sealed = Buffer.concat([cipher.update(card, 'utf8'), cipher.final()]);
    const data = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    return {
      Accptr: { Id: 'BENCH', CmonNm: 'BENCH SHOP', TwnNm: 'Paris', Ctry: 'FR', MrchntCtgyCd: '5411' },
      Card: { PrtctdCardData: data },
    };
  }

  /** @param {string} name @param {object} message @returns {Promise<{ status: number, body: any }>} */
  async function post(name, message) {
    const body = JSON.stringify(message);
    const path = `/rails/cards/${name}`;
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    const { headers } = await httpbis.signMessage(
      {
        key: signer,
        params: ['created', 'nonce', 'keyid', 'alg'],
        paramValues: { created: new Date(), nonce: randomUUID(), alg: 'hmac-sha256' },
        fields: ['@method', '@path', 'content-digest'],
      },
      { method: 'POST', url: `http://localhost:${port}${path}`, headers: { 'content-digest': digest } },
    );
    return new Promise((resolve, reject) => {
      const sent = {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          path,
          method: 'POST',
          agent,
          headers: { ...sent, host: `localhost:${port}` },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => (text += part));
          answer.on('error', reject).on('end', () => {
            const isJson = text.startsWith('{');
            resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
          });
        },
      );
      request.on('error', reject).end(body);
    });
  }

  const header = () => ({ CreDtTm: new Date().toISOString() });
  const money = (/** @type {number} */ cents) => ({ Amt: (cents / 100).toFixed(2), Ccy: 'EUR' });
  const day = new Date().toISOString().slice(0, 10);
  return {
    post,
    close: () => agent.destroy(),
    /** @param {string} number @param {number} cents @param {string} reference */
    authorization: (number, cents, reference) => ({
      Hdr: header(),
      Envt: environment(reference, number),
      Cntxt: { CardDataNtryMd: 'CTLS' },
      Tx: { TxTp: 'CRDP', TxId: { RtrvlRefNb: reference }, TxAmt: money(cents) },
    }),
    /** @param {string} number @param {number} cents @param {string} original @param {boolean} isFinal */
    clearing: (number, cents, original, isFinal, reference = newReference()) => ({
      Hdr: header(),
      Envt: environment(reference, number),
      Tx: {
        TxTp: 'CRDP',
        TxId: { RtrvlRefNb: reference },
        OrgnlDataElmts: { RtrvlRefNb: original },
        TxAmt: money(cents),
        Fnl: isFinal,
        SttlmDt: day,
      },
    }),
    /** @param {string} original */
    reversal: (original) => ({
      Hdr: header(),
      Tx: { TxId: { RtrvlRefNb: newReference() }, OrgnlDataElmts: { RtrvlRefNb: original } },
    }),
    /** @param {string} number @param {number} cents @param {string} original */
    refund: (number, cents, original, reference = newReference()) => ({
      Hdr: header(),
      Envt: environment(reference, number),
      Tx: {
        TxId: { RtrvlRefNb: reference },
        OrgnlDataElmts: { RtrvlRefNb: original },
        TxAmt: money(cents),
        SttlmDt: day,
      },
    }),
    /** @param {number} cents the network's sum of the day */
    reconciliation: (cents) => ({
      Hdr: header(),
      Rcncltn: {
        TxId: { RtrvlRefNb: newReference() },
        SttlmDt: day,
        Ttls: [{ Ccy: 'EUR', Amt: String(cents) }],
      },
    }),
  };
}
