import { type RateFile, writeRates } from '@bank/contracts/rails/reference-rates';
import { rateNumber } from '@bank/contracts/rates';
import { targetDayBefore } from '@bank/contracts/target-days';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database';
import { publishedDay, type RateChange, ratesOf, usualRate } from './made-up-rates';

/** The business days of about ninety calendar days. */
const historyDays = 64;

/** The sender that the files name: nobody shall take them for the European Central Bank's. */
const sender = 'Le monde (cours inventés)';

const changes = 'SELECT currency, day, factor FROM rate_changes';

/** Reference rates in the form of the European Central Bank; a person can change one. */
export class Rates {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** The newest day. */
  async latest(): Promise<RateFile> {
    return { sender, sets: [ratesOf(publishedDay(this.now()), await this.changes())] };
  }

  /** The last ninety days, newest first. */
  async history(): Promise<RateFile> {
    const changed = await this.changes();
    const days = [publishedDay(this.now())];
    while (days.length < historyDays) days.push(targetDayBefore(days.at(-1) ?? ''));
    return { sender, sets: days.map((day) => ratesOf(day, changed)) };
  }

  /** The newest rates as numbers, for the page. */
  async list(): Promise<{ day: string; rates: { currency: string; rate: number }[] }> {
    const { sets } = await this.latest();
    const [{ day = '', rates = new Map<string, bigint>() } = {}] = sets;
    return { day, rates: [...rates].map(([currency, rate]) => ({ currency, rate: rateNumber(rate) })) };
  }

  /** Makes a rate of the newest day, and those after it in proportion. */
  async change(currency: string, rate: number): Promise<void> {
    const day = publishedDay(this.now());
    const factor = rate / usualRate(currency, day);
    await this.database.write(
      `INSERT INTO rate_changes (currency, day, factor) VALUES (?, ?, ?)
       ON DUPLICATE KEY UPDATE day = VALUES(day), factor = VALUES(factor)`,
      [currency, day, factor],
    );
  }

  private changes(): Promise<RateChange[]> {
    return this.database.rows<RateChange>(changes);
  }
}

/** The files by the names that the European Central Bank gives them. */
export function registerRates(server: FastifyInstance, rates: Rates): void {
  const files = { 'eurofxref-daily': () => rates.latest(), 'eurofxref-hist-90d': () => rates.history() };
  for (const [name, read] of Object.entries(files)) {
    server.get(`/rates/${name}.xml`, async (_request, reply) =>
      reply.type('text/xml; charset=utf-8').send(writeRates(await read())),
    );
  }
}
