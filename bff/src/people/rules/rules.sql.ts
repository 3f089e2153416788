import type { z } from 'zod';
import { windowHours } from '@bank/contracts/rule-words';
import { ruleDefinition } from '@bank/contracts/rules';
import { flag, jsonOf, moment, number, rowOf, text, whole } from '../../platform/database/columns';
import type { Query, Statement } from '../../platform/database/database';
import { firstStep } from '../../platform/time/window-steps';
import { approvedSince, isApproved } from '../users/validity';
import type { Addition, SeriesKey } from './counter-book';
import type { Mark } from './series-pool';

/** Makes the marks of series that have none, in the order of their names. */
export const makeMarks = (series: string[]): Statement => [
  'INSERT INTO rule_marks (series) VALUES ? ON DUPLICATE KEY UPDATE series = series',
  [series.map((name) => [name])],
];

const markRow = rowOf({
  series: text,
  first: moment.nullable(),
  last: moment.nullable(),
  value: text.nullable(),
  elsewhere: moment.nullable(),
});
const markRows = markRow.array();
export type MarkRow = z.output<typeof markRow>;
/**
 * Locks the marks that there are, in the order of their names. The index is named since on a small table the optimizer would
 * scan, and so wait for, the marks of others.
 */
export const lockMarks = (series: string[]): Query<typeof markRows> => [
  `SELECT series, first_at AS first, last_at AS last, value, elsewhere_at AS elsewhere
   FROM rule_marks FORCE INDEX (PRIMARY) WHERE series IN (?) ORDER BY series FOR UPDATE`,
  [series],
  markRows,
];

const countRows = rowOf({ series: text, bucket: whole, count: whole, sum: whole }).array();
export type CountRow = z.output<typeof countRows>[number];
/** The steps of series within the windows that are asked of them: a busy series has thousands outside of these. */
export function countsQuery(series: SeriesKey[], now: Date): Query<typeof countRows> {
  const windows = windowHours.map((hours): [names: string[], oldest: number] => [
    series.filter((each) => each.hours === hours).map(({ name }) => name),
    firstStep(now, hours),
  ]);
  const asked = windows.filter(([names]) => names.length > 0);
  const within = asked.map(() => '(series IN (?) AND bucket >= ?)');
  return [
    `SELECT series, bucket, count, sum FROM rule_counts WHERE ${['FALSE', ...within].join(' OR ')} ORDER BY series, bucket`,
    asked.flat(),
    countRows,
  ];
}

const publicationRows = rowOf({ publication: number.transform(Number) }).array();
/** The newest publication of any rule. */
export const publicationQuery: Query<typeof publicationRows> = [
  'SELECT COALESCE(MAX(publication), 0) AS publication FROM rule_versions',
  [],
  publicationRows,
];

const customerRows = rowOf({ id: whole, createdAt: moment, verified: flag }).array();
/** The facts about customers themselves that rules use. */
export const customersQuery = (ids: number[], now: Date): Query<typeof customerRows> => [
  `SELECT u.id, u.created_at AS createdAt, COALESCE(${isApproved('u')}, 0) AS verified FROM users u WHERE u.id IN (?)`,
  [approvedSince(now), ids],
  customerRows,
];

export const selectPublished = `
  SELECT rule_id AS id, version, definition FROM rule_versions WHERE state = 'published' ORDER BY rule_id`;
export const activeRow = rowOf({ id: whole, version: whole, definition: jsonOf(ruleDefinition) });

const saveMarks = 'INSERT INTO rule_marks (series, first_at, last_at, value, elsewhere_at) VALUES';
const overMarks = `
  ON DUPLICATE KEY UPDATE first_at = VALUES(first_at), last_at = VALUES(last_at), value = VALUES(value),
    elsewhere_at = VALUES(elsewhere_at)`;
const moveMarks = 'UPDATE rule_marks FORCE INDEX (PRIMARY) SET last_at = ? WHERE series IN (?)';
const saveCounts = 'INSERT INTO rule_counts (series, bucket, count, sum, at) VALUES';
/** `at` stays that of the first event of the step, so that its index is not written again for each. */
const overCounts = 'ON DUPLICATE KEY UPDATE count = count + VALUES(count), sum = sum + VALUES(sum)';

/**
 * The statements that store the additions of events to series whose marks are locked.
 * @param stored the marks of the series as they are stored
 */
export function storeAdditions(
  additions: Addition[],
  stored: ReadonlyMap<string, Mark> = new Map(),
): Statement[] {
  if (additions.length === 0) return [];
  const marks = new Map(additions.map(({ series, after }) => [series, after]));
  const counts = additions.map(({ series, bucket, count, sum, after: { last } }) => [
    series,
    bucket,
    count,
    sum,
    new Date(last),
  ]);
  return [...storeMarks(marks, stored), [`${saveCounts} ? ${overCounts}`, [counts]]];
}

/** Most marks only move: it costs a fraction to update those, all of which an event moves to the same moment. */
function storeMarks(marks: ReadonlyMap<string, Mark>, stored: ReadonlyMap<string, Mark>): Statement[] {
  const others: unknown[][] = [];
  const moved = new Map<number, string[]>();
  for (const [series, mark] of marks) {
    const { first, last, value, elsewhere } = mark;
    if (isMoved(mark, stored.get(series))) {
      const together = moved.get(last);
      if (together) together.push(series);
      else moved.set(last, [series]);
    } else {
      others.push([
        series,
        new Date(first),
        new Date(last),
        value,
        elsewhere === null ? null : new Date(elsewhere),
      ]);
    }
  }
  return [
    ...(others.length > 0 ? [[`${saveMarks} ? ${overMarks}`, [others]] satisfies Statement] : []),
    ...[...moved].map(([last, series]): Statement => [moveMarks, [new Date(last), series]]),
  ];
}

/** Whether a mark differs from the stored one by its last moment at most. */
const isMoved = ({ first, value, elsewhere }: Mark, stored: Mark | undefined): boolean =>
  stored !== undefined && stored.first === first && stored.value === value && stored.elsewhere === elsewhere;

export const insertEvents = `
  INSERT INTO rule_events (at, kind, user_id, facts, event_keys, action, weight, counted, case_id, likeness) VALUES`;
/** After the insertion of its one event. */
export const insertHit =
  'INSERT INTO rule_hits (rule_id, at, event_id, version) VALUES (?, ?, LAST_INSERT_ID(), ?)';
