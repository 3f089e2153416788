import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { notificationTexts } from '../notifications/notification-texts';
import { allChannels, type Channel, type ChannelName, type Message } from './channel';
import { DeliveryQueue, type DueNotification, type Outcome } from './delivery-queue';

/**
 * How often the queue is asked, and how soon again while it is longer than one batch, by a server with nothing else to
 * do; the busier it is the later, since calls come before mails.
 */
const pollMilliseconds = 1_000;
const backlogMilliseconds = 250;
const batch = 25;
const atOnce = 5;

/** The pauses before a notification is tried again; after the last one it is given up. */
const pauses = [5, 30, 120, 600, 3_600, 6 * 3_600, 24 * 3_600];

/**
 * Sends each notification, once it is committed, through the channels that its person chose. Servers share the work.
 * Each is sent at least once: normally once, and again only when a server died, or lost its database, between the
 * sending and the noting of it.
 */
@Injectable()
export class DelivererService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Deliverer');
  private readonly queue: DeliveryQueue;
  private readonly limit = pLimit(atOnce);
  private timer: NodeJS.Timeout | undefined;
  private round = Promise.resolve();
  private stopping = false;
  private load = performance.eventLoopUtilization();
  /** A queue that stays out of reach is told once. */
  private failing = false;

  constructor(
    dataSource: DataSource,
    @Inject(allChannels) private readonly channels: Channel[],
  ) {
    this.queue = new DeliveryQueue(dataSource);
  }

  onApplicationBootstrap(): void {
    this.wait(pollMilliseconds);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.round = this.deliverSome().then((count) => {
        if (!this.stopping) this.wait(count === batch ? this.backlogPause() : pollMilliseconds);
      });
    }, milliseconds).unref();
  }

  private backlogPause(): number {
    const before = this.load;
    this.load = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(this.load, before);
    return Math.min(pollMilliseconds, backlogMilliseconds / (1 - utilization));
  }

  /** Answers how many were due. */
  private async deliverSome(): Promise<number> {
    try {
      const due = await this.queue.take(batch);
      const ends = await Promise.allSettled(due.map((one) => this.deliver(one)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      this.failing = false;
      return due.length;
    } catch (error) {
      if (!this.failing) this.logger.error('the queue is out of reach', (error as Error).stack);
      this.failing = true;
      return 0;
    }
  }

  /** Many are sent at once; whoever waits for the noting of one keeps no other from being sent. */
  private async deliver(due: DueNotification): Promise<void> {
    const outcome = await this.limit(() => this.carry(due));
    if (outcome) await this.queue.settle(due.id, outcome);
  }

  private async carry(due: DueNotification): Promise<Outcome | undefined> {
    // What is left of a batch when the server stops is due again when its lease ends.
    if (this.stopping) return undefined;
    const message = messageOf(due);
    const delivered = due.delivered.split(',').filter(Boolean) as ChannelName[];
    const left = this.channels.filter(({ name }) => due.wanted[name] && !delivered.includes(name));
    if (!message || left.length === 0) return { delivered, againInSeconds: null };
    for (const channel of left) {
      if (await this.isSent(channel, message, due)) delivered.push(channel.name);
    }
    const isDone = left.every(({ name }) => delivered.includes(name));
    return { delivered, againInSeconds: isDone ? null : pauseAfter(due) };
  }

  private async isSent(channel: Channel, message: Message, due: DueNotification): Promise<boolean> {
    try {
      await channel.send(message);
      return true;
    } catch (error) {
      const pause = pauseAfter(due);
      const what = `notification ${due.id} by ${channel.name}, try ${due.tries}: ${(error as Error).message}`;
      if (pause === null) this.logger.error(`given up: ${what}`);
      else this.logger.warn(`${what}; again in ${pause} s`);
      return false;
    }
  }
}

const pauseAfter = ({ tries }: DueNotification): number | null => pauses[tries - 1] ?? null;

/** Undefined for a person who left and for a text that no longer exists. */
function messageOf({ key, values, email, ...person }: DueNotification): Message | undefined {
  if (email === null) return undefined;
  const { userId, phone, firstName, language } = person;
  const texts = notificationTexts(key, JSON.parse(values) as Record<string, string>, language);
  if (texts.title === '') return undefined;
  return { to: { userId, email, phone, firstName, language }, title: texts.title, text: texts.message };
}
