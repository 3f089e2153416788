import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ruleDefinition, ruleReplay } from '@bank/contracts/rules';
import { windowHours } from '@bank/contracts/rule-words';
import type { z } from 'zod';
import { jsonOf, moment, rowOf, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { dayMs, hourMs } from '../../platform/time/durations';
import { activeRow, selectPublished } from '../rules/rules.sql';
import { idsSince, pastEvents } from './past-events';
import { type Difference, Replay } from './replay';

export const replayFigures = ruleReplay.pick({
  events: true,
  hits: true,
  differences: true,
  stopped: true,
  would_stop: true,
});
export type ReplayFigures = z.infer<typeof replayFigures>;

/**
 * How long after a server began a replay, and did not end it, it is begun again; also one that was begun as long after now, before
 * the clock was set back.
 */
const abandonedMilliseconds = 15 * 60_000;

const takeNext = `
  SELECT id, rule_id AS ruleId, definition, days, created_at AS createdAt FROM rule_replays
  WHERE state = 'waiting' OR (state = 'running' AND (taken_at < ? OR taken_at > ?)) ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const taken = `UPDATE rule_replays SET state = 'running', taken_at = ? WHERE id = ?`;
const forget = 'DELETE FROM rule_replay_differences WHERE replay_id = ? LIMIT 5000';
/** The row of this run only: if another run has restarted the replay, nothing is written. */
const isOwn = `WHERE id = ? AND state = 'running' AND taken_at = ?`;
const goesOn = `UPDATE rule_replays SET taken_at = ? ${isOwn}`;
const ended = `UPDATE rule_replays SET state = ?, finished_at = ?, figures = ?, beside = ? ${isOwn}`;
const insertDifferences = 'INSERT INTO rule_replay_differences (replay_id, event_id, was, would_be) VALUES';
const dueRow = rowOf({
  id: whole,
  ruleId: whole,
  definition: jsonOf(ruleDefinition),
  days: whole,
  createdAt: moment,
});
type Due = z.output<typeof dueRow> & { takenAt: Date };

/** Runs the replays that were asked for. */
@Injectable()
export class ReplayRuns {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Runs the waiting replays, one after the other; returns how many ended. */
  async runAll(stopping: AbortSignal): Promise<number> {
    for (let count = 0; ; count += 1) {
      const due = stopping.aborted ? undefined : await this.next();
      if (!due) return count;
      const isDone = await this.run(due, stopping).catch(async (error: unknown) => {
        await this.database.write(ended, ['failed', this.clock.now(), null, null, due.id, due.takenAt]);
        throw error;
      });
      if (!isDone) return count;
    }
  }

  private next(): Promise<Due | undefined> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const abandoned = [-1, 1].map((side) => new Date(now.getTime() + side * abandonedMilliseconds));
      const due = await tx.row(dueRow, takeNext, abandoned);
      if (!due) return undefined;
      await tx.write(taken, [now, due.id]);
      return { ...due, takenAt: now };
    });
  }

  /**
   * Replays one from its beginning, by the rules that are published then, whatever is published meanwhile; what an abandoned run
   * found is forgotten. @returns false when the server stops, or another run began it again.
   */
  private async run(due: Due, stopping: AbortSignal): Promise<boolean> {
    while ((await this.database.write(forget, [due.id])).affectedRows > 0);
    const from = new Date(due.createdAt.getTime() - due.days * dayMs);
    const others = await this.database.rows(activeRow, selectPublished);
    const replay = new Replay({ id: due.ruleId, definition: due.definition }, others, from);
    const ids = await idsSince(this.database, new Date(from.getTime() - Math.max(...windowHours) * hourMs));
    for await (const events of ids ? pastEvents(this.database, ids) : []) {
      if (stopping.aborted) return false;
      if (!(await this.store(due, replay.take(events)))) return false;
      // Calls of customers come first.
      await turn();
    }
    const { events, hits, differences, stopped, wouldStop: would_stop } = replay;
    const figures: ReplayFigures = { events, hits, differences, stopped, would_stop };
    const beside = others.filter(({ id }) => id !== due.ruleId).map(({ id, version }) => ({ id, version }));
    const result = ['done', this.clock.now(), JSON.stringify(figures), JSON.stringify(beside)];
    const { affectedRows } = await this.database.write(ended, [...result, due.id, due.takenAt]);
    return affectedRows === 1;
  }

  /** Stores the results of a slice, and the run's sign of life; false when another run has taken over. */
  private store(due: Due, differences: Difference[]): Promise<boolean> {
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      const { affectedRows } = await tx.write(goesOn, [now, due.id, due.takenAt]);
      if (affectedRows !== 1) return false;
      due.takenAt = now;
      const rows = differences.map(({ eventId, was, wouldBe }) => [due.id, eventId, was, wouldBe]);
      if (rows.length > 0) await tx.write(`${insertDifferences} ?`, [rows]);
      return true;
    });
  }
}
