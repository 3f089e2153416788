import { Injectable } from '@nestjs/common';
import type { JobRun, JobRunList, JobRunListQuery } from '@bank/contracts/jobs';
import { paginate } from '@bank/contracts/pagination';
import { flag, isoMoment, rowOf, text, whole } from '../database/columns';
import { type Connection, Database } from '../database/database';

type NewRun = Omit<JobRun, 'id' | 'started_at' | 'finished_at'> & { started: Date; finished: Date };

const prolong = `
  UPDATE job_runs r JOIN (SELECT MAX(id) AS id FROM job_runs WHERE job = ?) newest ON newest.id = r.id
  SET r.finished_at = ? WHERE r.done = 0 AND r.failed = ?`;
const insert = 'INSERT INTO job_runs (job, started_at, finished_at, done, failed) VALUES (?, ?, ?, ?, ?)';
const list = `
  SELECT id, job, started_at, finished_at, done, failed FROM job_runs
  ORDER BY finished_at DESC, id DESC LIMIT ? OFFSET ?`;
const runRow = rowOf({
  id: whole,
  job: text,
  started_at: isoMoment,
  finished_at: isoMoment,
  done: whole,
  failed: flag,
});

/** Records a run of a job; one that did nothing, or failed, like the run before only prolongs that run's row. */
export async function recordRun(connection: Connection, run: NewRun): Promise<void> {
  const { job, started, finished, done, failed } = run;
  if (done === 0) {
    const prolonged = await connection.write(prolong, [job, finished, failed]);
    if (prolonged.affectedRows > 0) return;
  }
  await connection.write(insert, [job, started, finished, done, failed]);
}

@Injectable()
export class JobRunsService {
  constructor(private readonly database: Database) {}

  /** One page of the runs, the one that ended last first. */
  async list({ page, limit }: JobRunListQuery): Promise<JobRunList> {
    const total = await this.database.count('SELECT COUNT(*) FROM job_runs');
    const runs = await this.database.rows(runRow, list, [limit, (page - 1) * limit]);
    return { runs, pagination: paginate(page, limit, total) };
  }
}
