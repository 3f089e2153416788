import fc from 'fast-check';
import { anyTransfer, everyMessage } from '../../../tests/support/rail-messages';
import { readMessage, writeMessage } from './messages';
import { type FileCredit, TransferFileReader, transferFileParts, UnknownFileError } from './transfer-files';

it('writes a file of many credits as one message of them is written', async () => {
  const transfers = fc.sample(anyTransfer, { numRuns: 40, seed: 3 });
  const { transfers: _written, ...head } = everyMessage.transfers;
  const minor = transfers.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const batches = (async function* () {
    yield transfers.slice(0, 25);
    yield transfers.slice(25);
  })();
  const totals = { count: transfers.length, total: { minor, currency: 'EUR' } };
  let text = '';
  for await (const part of transferFileParts(head, totals, batches)) text += part;
  const whole = readMessage(new TextEncoder().encode(writeMessage({ ...head, transfers })));
  expect(readMessage(new TextEncoder().encode(text))).toEqual(whole);
});

const transfers = fc.sample(anyTransfer, { numRuns: 30, seed: 5 });
const minor = transfers.reduce((sum, { amount }) => sum + amount.minor, 0n);

async function fileOf(all = transfers, count = all.length, total = minor): Promise<string> {
  const { transfers: _written, ...head } = everyMessage.transfers;
  const batches = (async function* () {
    yield all;
  })();
  let text = '';
  for await (const part of transferFileParts(
    head,
    { count, total: { minor: total, currency: 'EUR' } },
    batches,
  )) {
    text += part;
  }
  return text;
}

async function read(text: string) {
  const reader = new TransferFileReader();
  const chunks = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  const credits: FileCredit[] = [];
  for await (const some of reader.read(chunks)) credits.push(...some);
  return { credits, head: reader.head, fault: reader.totalsFault };
}

it('reads a file as the message that it is', async () => {
  const text = await fileOf();
  const { credits, head, fault } = await read(text);
  const whole = readMessage(new TextEncoder().encode(text));
  expect({ ...head, transfers: credits.map(({ transfer }) => transfer) }).toEqual(whole);
  expect(fault).toBeUndefined();
});

it.each([
  ['another number of credits', 'AM18', () => fileOf(transfers, transfers.length + 1)],
  ['another sum', 'AM10', () => fileOf(transfers, transfers.length, minor + 1n)],
  [
    'a control sum that is no number',
    'AM10',
    async () => (await fileOf()).replace(/<CtrlSum>[^<]*/, '<CtrlSum>1e9'),
  ],
  [
    'credits in another currency',
    'AM03',
    () =>
      fileOf([
        ...transfers.slice(1),
        { ...transfers[0]!, amount: { ...transfers[0]!.amount, currency: 'USD' } },
      ]),
  ],
])('notices %s', async (_what, fault, file) => {
  expect((await read(await file())).fault).toBe(fault);
});

it('names the line of a credit that cannot be read, and reads on', async () => {
  const text = (await fileOf()).replaceAll('<CdtTrfTxInf>', '\n<CdtTrfTxInf>');
  const lines = text.split('\n');
  lines[3] = lines[3]!.replace(/<IntrBkSttlmAmt.*<\/IntrBkSttlmAmt>/, '');
  const { credits } = await read(lines.join('\n'));
  expect(credits.filter(({ fault }) => fault)).toEqual([
    { line: 4, number: 3, fault: expect.stringContaining('amount') },
  ]);
  expect(credits).toHaveLength(transfers.length);
});

it('refuses files of another type, and those without a header in front', async () => {
  const text = await fileOf();
  await expect(read(text.replace('pacs.008.001.08', 'pain.001.001.09'))).rejects.toThrow(UnknownFileError);
  await expect(read(text.replace(/<GrpHdr>.*<\/GrpHdr>/, ''))).rejects.toThrow('no header');
});
