import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { JobRun, JobRunList, JobRunListQuery } from '@bank/contracts/jobs';
import { paginate } from '@bank/contracts/pagination';
import { wholeNumber } from '../common/money-column';

export type NewRun = Omit<JobRun, 'id' | 'started_at' | 'finished_at'> & { started: Date; finished: Date };

const prolong = `
  UPDATE job_runs r JOIN (SELECT MAX(id) AS id FROM job_runs WHERE job = ?) newest ON newest.id = r.id
  SET r.finished_at = ? WHERE r.done = 0 AND r.failed = ?`;
const insert = 'INSERT INTO job_runs (job, started_at, finished_at, done, failed) VALUES (?, ?, ?, ?, ?)';
const list = `
  SELECT id, job, started_at, finished_at, done, failed FROM job_runs
  ORDER BY finished_at DESC, id DESC LIMIT ? OFFSET ?`;

/** Notes that a job ran; one that did nothing, or failed, like the time before only prolongs the row of then. */
export async function recordRun(runner: QueryRunner | DataSource, run: NewRun): Promise<void> {
  const { job, started, finished, done, failed } = run;
  if (done === 0) {
    const prolonged = (await runner.query(prolong, [job, finished, failed])) as { affectedRows: number };
    if (prolonged.affectedRows > 0) return;
  }
  await runner.query(insert, [job, started, finished, done, failed]);
}

type Row = Omit<JobRun, 'id' | 'started_at' | 'finished_at' | 'failed'> & {
  id: string;
  started_at: Date;
  finished_at: Date;
  failed: number;
};

/** The runs of the jobs as administrators read them. */
@Injectable()
export class JobRunsService {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of them, the one that ended last first. */
  async list({ page, limit }: JobRunListQuery): Promise<JobRunList> {
    const [counted] = (await this.dataSource.query('SELECT COUNT(*) AS total FROM job_runs')) as [
      { total: string },
    ];
    const rows = (await this.dataSource.query(list, [limit, (page - 1) * limit])) as Row[];
    return {
      runs: rows.map((row) => ({
        ...row,
        id: wholeNumber(row.id),
        started_at: row.started_at.toISOString(),
        finished_at: row.finished_at.toISOString(),
        failed: Number(row.failed) === 1,
      })),
      pagination: paginate(page, limit, wholeNumber(counted.total)),
    };
  }
}
