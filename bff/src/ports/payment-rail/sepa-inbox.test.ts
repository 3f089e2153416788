import { Logger } from '@nestjs/common';
import { RandomSource } from '../../platform/security/random-source.service';
import type { Clock } from '../../platform/time/clock.service';
import type { InboxService, WaitingMessage } from '../messages/inbox.service';
import type { SepaFilesService } from './sepa-files.service';
import { SepaInboxService } from './sepa-inbox.service';
import type { SepaMessagesService } from './sepa-messages.service';

/** An inbox of messages that cannot be read, of which those at the given places fail whenever they are worked on. */
function inboxOf(places: number[], failing: number[]) {
  const tried: number[] = [];
  const waiting = new Set(places);
  let now = Date.parse('2026-11-27T10:00:00Z');
  const inbox = {
    unhandled: (_port: string, { limit, after = 0 }: { limit: number; after?: number }) =>
      Promise.resolve(
        [...waiting]
          .filter((place) => place > after)
          .slice(0, limit)
          .map((place) => ({ place, body: Buffer.from(String(place)) }) as WaitingMessage),
      ),
    receiveUnread: ({ body }: { body: Buffer }) => {
      const place = Number(body);
      tried.push(place);
      if (failing.includes(place)) return Promise.reject(new Error('the work failed'));
      waiting.delete(place);
      return Promise.resolve({ answer: null });
    },
  } as unknown as InboxService;
  const clock = { now: () => new Date(now) } as Clock;
  const [files, messages] = [{} as SepaFilesService, {} as SepaMessagesService];
  const service = new SepaInboxService(inbox, files, messages, new RandomSource(), clock);
  return { service, tried, waiting, pass: (ms: number) => (now += ms) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

beforeEach(() => void jest.spyOn(Logger.prototype, 'error').mockImplementation());

it('works on the messages behind those that fail', async () => {
  const { service, waiting } = inboxOf(upTo(45), upTo(20));
  expect(await service.resume()).toBe(0);
  expect(await service.resume()).toBe(20);
  expect(await service.resume()).toBe(5);
  expect([...waiting]).toEqual(upTo(20));
});

it('leaves messages that failed for half a minute, and tries them again', async () => {
  const { service, tried, pass } = inboxOf([7], [7]);
  await service.resume();
  pass(29_000);
  await service.resume();
  expect(tried).toEqual([7]);
  pass(1_000);
  await service.resume();
  expect(tried).toEqual([7, 7]);
});
