import { performance } from 'node:perf_hooks';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import pLimit from 'p-limit';
import { Database } from '../../platform/database/database';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { pageOf } from '../notifications/notification-pages';
import { wordsOf } from '../notifications/written';
import { hasTexts, mentionsMoney, notificationTexts } from '../notifications/notification-texts';
import { allChannels, type Channel, type ChannelName, type Message } from './channel';
import { beginMs, DeliveryQueue, type DueNotification, type Outcome } from './delivery-queue';
import { pauseAfter } from './pauses';

/** The interval of polling, and the shortest one during a backlog; a busy server waits longer, since requests come first. */
const pollMilliseconds = 1_000;
const backlogMilliseconds = 250;
const batch = 25;
const atOnce = 5;

/** After so many seconds a notification of a later version is due again, for a server that has its texts. */
const unknownPause = 60;

/**
 * Sends each committed notification through the channels that its user chose, at least once: again only when a server dies
 * or loses its database between sending and recording. Servers share the work.
 */
@Injectable()
export class DelivererService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Deliverer');
  private readonly queue: DeliveryQueue;
  private readonly limit = pLimit(atOnce);
  private readonly task = new RepeatedTask({
    work: async () => ((await this.deliverSome()) === batch ? this.backlogPause() : undefined),
    everyMs: pollMilliseconds,
    onFailure: (error) => this.logger.error('the queue is out of reach', error.stack),
  });
  private load = performance.eventLoopUtilization();

  constructor(
    database: Database,
    @Inject(allChannels) private readonly channels: Channel[],
    private readonly clock: Clock,
  ) {
    this.queue = new DeliveryQueue(database);
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private backlogPause(): number {
    const before = this.load;
    this.load = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(this.load, before);
    return Math.min(pollMilliseconds, backlogMilliseconds / (1 - utilization));
  }

  /** Returns how many were due. */
  private async deliverSome(): Promise<number> {
    const beginUntil = performance.now() + beginMs;
    const due = await this.queue.take(batch);
    const results = await Promise.allSettled(due.map((one) => this.deliver(one, beginUntil)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return due.length;
  }

  /** Recording the outcome is outside the limit, so that it does not delay other deliveries. */
  private async deliver(due: DueNotification, beginUntil: number): Promise<void> {
    const outcome = await this.limit(() => this.send(due, beginUntil));
    if (outcome) await this.queue.settle(due, outcome);
  }

  private async send(due: DueNotification, beginUntil: number): Promise<Outcome | undefined> {
    // The rest of the batch is due again when its lease ends.
    if (this.task.isStopping) return undefined;
    // With a slow mail server the lease would end during the attempt, and another server would send it too.
    if (performance.now() > beginUntil)
      return { delivered: due.delivered, againInSeconds: 0, isUntried: true };
    const to = recipientOf(due);
    const delivered: ChannelName[] = [...due.delivered];
    const remaining = this.channels.filter(({ name }) => due.wanted[name] && !delivered.includes(name));
    if (!to || remaining.length === 0) return { delivered, againInSeconds: null };
    if (!hasTexts(due.key)) return this.leave(due);
    const message = messageOf(due, to);
    const results: NonNullable<Outcome['report']>['results'] = [];
    for (const channel of remaining) {
      const outcome = await this.sent(channel, message, due);
      if (outcome) delivered.push(channel.name);
      if (outcome || pauseAfter(due) === null)
        results.push({ channel: channel.name, outcome: outcome ?? 'unreachable' });
    }
    const isDone = remaining.every(({ name }) => delivered.includes(name));
    return {
      delivered,
      againInSeconds: isDone ? null : pauseAfter(due),
      ...(message.written && results.length > 0 && { report: { writtenId: message.written.id, results } }),
    };
  }

  /** Leaves a notification without texts to a server of a later version for a day: a deploy takes less. */
  private leave({ id, key, createdAt, delivered }: DueNotification): Outcome {
    if (this.clock.now().getTime() - createdAt.getTime() < dayMs)
      return { delivered, againInSeconds: unknownPause, isUntried: true };
    this.logger.error(`given up: notification ${id}, of which no texts are known: ${key}`);
    return { delivered, againInSeconds: null };
  }

  /** Undefined when it has to be tried again, or is given up. */
  private async sent(channel: Channel, message: Message, due: DueNotification) {
    try {
      return await channel.send(message);
    } catch (error) {
      const pause = pauseAfter(due);
      const what = `notification ${due.id} by ${channel.name}, try ${due.tries}: ${(error as Error).message}`;
      if (pause === null) this.logger.error(`given up: ${what}`);
      else this.logger.warn(`${what}; again in ${pause} s`);
      return undefined;
    }
  }
}

/** Undefined for a deleted user. */
function recipientOf(due: DueNotification): Message['to'] | undefined {
  const { userId, email, phone, firstName, language } = due;
  if (firstName === null || language === null) return undefined;
  return { userId, email, phone, firstName, language };
}

function messageOf(due: DueNotification, to: Message['to']): Message {
  const { key, values, type, createdAt: at } = due;
  const texts = notificationTexts(key, { ...values, ...wordsOf(due, to.language) }, to.language);
  // The time keeps ids apart that two databases gave.
  const id = `notification-${due.id}-${at.getTime()}`;
  const isDiscreet = !due.showsAmounts && mentionsMoney(key);
  return {
    id,
    notificationId: due.id,
    type,
    at,
    isDiscreet,
    key,
    values,
    to,
    title: texts.title,
    text: texts.message,
    page: pageOf(key),
    written: due.writtenId === null ? null : { id: due.writtenId, marketing: due.marketing === true },
    bounced: due.bounced,
  };
}
