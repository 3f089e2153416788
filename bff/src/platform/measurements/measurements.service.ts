import { Injectable } from '@nestjs/common';
import {
  type MeasuredServer,
  type MeasuredStep,
  measurementPeriods,
  type Measurements,
  type MeasurementsQuery,
} from '@bank/contracts/measurements';
import { isoMoment, number, rowOf, text, whole } from '../database/columns';
import { Database } from '../database/database';
import { Clock } from '../time/clock.service';
import * as sql from './measurements.sql';

const minuteSeconds = 60;
const figure = number.transform(Number).nullable();
const figures = {
  median_ms: figure,
  p99_ms: figure,
  statement_p99_ms: figure,
  pool_wait_p99_ms: figure,
  cpu: figure,
  memory_bytes: figure,
  streams: figure,
  messages_waiting: figure,
};
const stepRow = rowOf({ step: whole, seconds: whole, calls: whole, failed: whole, ...figures });
const serverRow = rowOf({
  name: text,
  minute: isoMoment,
  calls: whole,
  p99_ms: figure,
  cpu: number.transform(Number),
  memory_bytes: whole,
  streams: whole,
});
const unmeasured = {
  calls_per_second: null,
  failed_per_second: null,
  median_ms: null,
  p99_ms: null,
  statement_p99_ms: null,
  pool_wait_p99_ms: null,
  cpu: null,
  memory_bytes: null,
  streams: null,
  messages_waiting: null,
};

/** The servers' measurements. */
@Injectable()
export class MeasurementsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The steps of the period up to the last whole minute, and the servers that measured in it. */
  async read({ period }: MeasurementsQuery): Promise<Measurements> {
    const { steps: count, stepSeconds } = measurementPeriods[period];
    const end = Math.floor(this.clock.now().getTime() / 1000 / minuteSeconds) * minuteSeconds;
    const start = new Date((end - count * stepSeconds) * 1000);
    const values = [start, stepSeconds, start, new Date(end * 1000)];
    const rows = new Map(
      (await this.database.rows(stepRow, sql.steps, values)).map((row) => [row.step, row]),
    );
    const steps = Array.from({ length: count }, (_, step): MeasuredStep => {
      const at = new Date(start.getTime() + step * stepSeconds * 1000).toISOString();
      const row = rows.get(step);
      return row ? { at, ...measuredOf(row) } : { at, ...unmeasured };
    });
    return { steps, servers: await this.servers(start) };
  }

  private async servers(since: Date): Promise<MeasuredServer[]> {
    const rows = await this.database.rows(serverRow, sql.servers, [since]);
    return rows.map(({ minute, calls, ...server }) => ({
      ...server,
      measured_at: minute,
      calls_per_second: calls / minuteSeconds,
    }));
  }
}

function measuredOf(row: ReturnType<typeof stepRow.parse>): Omit<MeasuredStep, 'at'> {
  const { step: _, seconds, calls, failed, ...rest } = row;
  return { calls_per_second: calls / seconds, failed_per_second: failed / seconds, ...rest };
}
