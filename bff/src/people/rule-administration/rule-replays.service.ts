import { Injectable } from '@nestjs/common';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import {
  besideRules,
  replayStates,
  type ReplayDifferences,
  type ReplayQuery,
  type ReplayRequest,
  ruleOutcomes,
  type RuleReplay,
  type RuleReplays,
} from '@bank/contracts/rules';
import { ruleActions, ruleEvents } from '@bank/contracts/rule-words';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { type ReplayFigures, replayFigures } from './replay-runs.service';

/** Replays of one rule that are shown, and that may wait. */
const shown = 20;
const mayWait = 3;

const newestVersion = `
  SELECT version, definition FROM rule_versions WHERE rule_id = ? ORDER BY version DESC LIMIT 1 FOR UPDATE`;
const versionRow = rowOf({ version: whole, definition: text });
const waiting = `SELECT COUNT(*) FROM rule_replays WHERE state IN ('waiting', 'running')`;
const insert = `
  INSERT INTO rule_replays (rule_id, version, definition, days, requested_by, created_at) VALUES (?)`;
const columns = `
  SELECT id, version, days, state, created_at AS createdAt, finished_at AS finishedAt, figures, beside FROM rule_replays`;
const replayRow = rowOf({
  id: whole,
  version: whole,
  days: whole,
  state: z.enum(replayStates),
  createdAt: isoMoment,
  finishedAt: isoMoment.nullable(),
  figures: jsonOf(replayFigures).nullable(),
  beside: jsonOf(besideRules).nullable(),
});
const countDifferences = `
  SELECT COUNT(*) FROM (
    SELECT 1 FROM rule_replay_differences d JOIN rule_events e ON e.id = d.event_id
    WHERE d.replay_id = ? AND e.user_id <> ? LIMIT ?) counted`;
const selectDifferences = `
  SELECT d.event_id AS eventId, e.at, e.kind, e.user_id AS userId, CONCAT(u.first_name, ' ', u.last_name) AS name,
    d.was, d.would_be AS wouldBe, e.outcome
  FROM rule_replay_differences d JOIN rule_events e ON e.id = d.event_id JOIN users u ON u.id = e.user_id
  WHERE d.replay_id = ? AND e.user_id <> ? ORDER BY d.event_id LIMIT ? OFFSET ?`;
const differenceRow = rowOf({
  eventId: whole,
  at: isoMoment,
  kind: z.enum(ruleEvents),
  userId: whole,
  name: text,
  was: z.enum(ruleActions),
  wouldBe: z.enum(ruleActions),
  outcome: z.enum(ruleOutcomes),
});

/** Requests replays, and reads their results. */
@Injectable()
export class RuleReplaysService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks for a replay of the newest version as it is now; a job runs it.
   * @throws ApiException NOT_FOUND, TOO_MANY_REQUESTS while others wait.
   */
  request(context: RequestContext, ruleId: number, { days }: ReplayRequest): Promise<RuleReplay> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { version, definition } = await tx.found(versionRow, newestVersion, [ruleId]);
      if ((await tx.count(waiting)) >= mayWait) {
        throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 });
      }
      const { userId } = context.actor;
      const row = [ruleId, version, definition, days, userId, this.clock.now()];
      const { insertId } = await tx.write(insert, [row]);
      const values = { id: ruleId, version, days };
      await this.audit.record(tx, {
        action: 'rule.replay_requested',
        type: 'info',
        values,
        ...authorOf(context),
      });
      return toReplayDto(await tx.one(replayRow, `${columns} WHERE id = ?`, [insertId]));
    });
  }

  /** The newest replays of a rule. @throws ApiException NOT_FOUND. */
  async list(ruleId: number, connection: Connection = this.database): Promise<RuleReplays> {
    const isKnown = await connection.exists('SELECT 1 FROM rules WHERE id = ?', [ruleId]);
    if (!isKnown) throw new ApiException('NOT_FOUND');
    const sql = `${columns} WHERE rule_id = ? ORDER BY id DESC LIMIT ?`;
    return { replays: (await connection.rows(replayRow, sql, [ruleId, shown])).map(toReplayDto) };
  }

  /** The decisions about others than the reader that a replay would have changed, oldest first. @throws ApiException NOT_FOUND. */
  async differences(
    { actor: { userId: readerId } }: RequestContext,
    ruleId: number,
    replayId: number,
    { page, limit }: ReplayQuery,
  ): Promise<ReplayDifferences> {
    const isOfRule = 'SELECT 1 FROM rule_replays WHERE id = ? AND rule_id = ?';
    if (!(await this.database.exists(isOfRule, [replayId, ruleId]))) throw new ApiException('NOT_FOUND');
    const total = await this.database.count(countDifferences, [replayId, readerId, countedRows + 1]);
    const offset = (page - 1) * limit;
    const values = [replayId, readerId, limit, offset];
    const rows = await this.database.rows(differenceRow, selectDifferences, values);
    return {
      differences: rows.map(({ eventId, userId, name, wouldBe, ...row }) => ({
        ...row,
        event_id: eventId,
        customer: { id: userId, name },
        would_be: wouldBe,
      })),
      pagination: paginateCounted(page, limit, total),
    };
  }
}

const nothing: ReplayFigures = {
  events: 0,
  hits: 0,
  differences: 0,
  stopped: { unknown: 0, honest: 0, fraud: 0 },
  would_stop: { unknown: 0, honest: 0, fraud: 0 },
};

const toReplayDto = ({ createdAt, finishedAt, figures, ...row }: z.output<typeof replayRow>): RuleReplay => ({
  ...row,
  created_at: createdAt,
  finished_at: finishedAt,
  ...(figures ?? nothing),
});
