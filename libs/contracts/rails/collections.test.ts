import { schemaErrors } from '../../../tests/support/iso20022';
import { everyMessage } from '../../../tests/support/rail-messages';
import { readMessage, writeMessage } from './messages';

it('carries the day on which a collection is due, valid by the official schema', async () => {
  const { collections } = everyMessage;
  const due = collections.collections.map((each) => ({ ...each, dueOn: '2026-12-31' }));
  const message = { ...collections, collections: due };
  const text = writeMessage(message);
  expect(text).toContain('<ReqdColltnDt>2026-12-31</ReqdColltnDt>');
  expect(readMessage(new TextEncoder().encode(text))).toEqual(message);
  expect(await schemaErrors(message.type, text)).toEqual([]);
});
