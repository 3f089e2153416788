import fc from 'fast-check';
import { anyTransfer, everyMessage } from '../../../tests/support/rail-messages';
import { readMessage, writeMessage } from './messages';
import { transferFileParts } from './transfer-files';

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
