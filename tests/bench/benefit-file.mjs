import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const { createSigner, httpbis } = createRequire(
  new URL('../../libs/contracts/package.json', import.meta.url),
)('http-message-signatures');

const cents = 19_325;
const amount = (cents / 100).toFixed(2);

/**
 * Writes a pacs.008 with a family benefit for each account.
 * @param {string} file
 * @param {{ iban: string }[]} accounts
 */
export async function benefitFile(file, accounts) {
  const total = (BigInt(accounts.length) * BigInt(cents)).toString();
  const sum = `${total.slice(0, -2)}.${total.slice(-2)}`;
  const parts = function* () {
    yield (
      `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08">` +
      `<FIToFICstmrCdtTrf><GrpHdr><MsgId>CAF-2026-10-05</MsgId><CreDtTm>2026-10-05T04:00:00Z</CreDtTm>` +
      `<NbOfTxs>${accounts.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>` +
      `<TtlIntrBkSttlmAmt Ccy="EUR">${sum}</TtlIntrBkSttlmAmt><IntrBkSttlmDt>2026-10-05</IntrBkSttlmDt>` +
      `<SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>` +
      `<InstgAgt><FinInstnId><BICFI>CAISFRPPXXX</BICFI></FinInstnId></InstgAgt></GrpHdr>`
    );
    for (const [at, { iban }] of accounts.entries()) yield creditOf(at, iban);
    yield '</FIToFICstmrCdtTrf></Document>';
  };
  await pipeline(Readable.from(parts()), fs.createWriteStream(file, { mode: 0o600 }));
}

/** @param {number} at @param {string} iban */
const creditOf = (at, iban) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>AF-2026-10-${at}</EndToEndId><TxId>CAF2026100${at}</TxId></PmtId>` +
  `<IntrBkSttlmAmt Ccy="EUR">${amount}</IntrBkSttlmAmt><ChrgBr>SLEV</ChrgBr>` +
  `<Dbtr><Nm>Caisse d'allocations familiales</Nm></Dbtr>` +
  `<DbtrAcct><Id><IBAN>FR7610071750000000100003496</IBAN></Id></DbtrAcct>` +
  `<DbtrAgt><FinInstnId><BICFI>CAISFRPPXXX</BICFI></FinInstnId></DbtrAgt>` +
  `<CdtrAgt><FinInstnId><BICFI>BPCSFRPPXXX</BICFI></FinInstnId></CdtrAgt>` +
  `<Cdtr><Nm>Allocataire ${at}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` +
  `<RmtInf><Ustrd>Allocations familiales octobre 2026</Ustrd></RmtInf></CdtTrfTxInf>`;

/**
 * Sends a file to the bank, signed as the clearing house signs (RFC 9421), and answers the status.
 * @param {string} url
 * @param {string} file
 * @param {{ id: string, secret: string }} key
 */
export async function postFile(url, file, key) {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk);
  const digest = `sha-256=:${hash.digest('base64')}:`;
  const signing = {
    key: createSigner(key.secret, 'hmac-sha256', key.id),
    fields: ['@method', '@path', 'content-digest'],
    params: ['created', 'nonce', 'keyid', 'alg'],
    paramValues: { created: new Date(), nonce: randomUUID(), alg: 'hmac-sha256' },
  };
  const message = { method: 'POST', url, headers: { 'content-digest': digest } };
  const { headers } = await httpbis.signMessage(signing, message);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/xml' },
    body: Readable.toWeb(fs.createReadStream(file)),
    duplex: 'half',
  });
  await response.text();
  return response.status;
}
