import { Logger } from '@nestjs/common';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Config } from '../../bff/src/platform/config/config';
import { ItemsFailed } from '../../bff/src/platform/errors/items-failed';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { IncidentsService } from '../../bff/src/platform/incidents/incidents.service';
import type { Job, JobOutcome } from '../../bff/src/platform/jobs/job';
import { JobRunsService } from '../../bff/src/platform/jobs/job-runs.service';
import { SchedulerService } from '../../bff/src/platform/jobs/scheduler.service';
import { startJobs, type TestJobs } from '../support/jobs';
import { TestClock } from '../support/ledger';
import { until } from '../support/until';

let jobs: TestJobs;

const did = (done: number): JobOutcome => ({ done, text: 'job.purged', values: { count: done } });

// The failures in this file are deliberate.
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  jobs = await startJobs();
});
afterEach(() => jobs.stop());

describe('the scheduler', () => {
  const scheduler = (some: Job[], jobsEverySeconds = 0, clock = jobs.clock) =>
    new SchedulerService(
      some,
      jobs.bank.database,
      new AuditService(clock),
      new IncidentsService(
        ...([jobs.bank.database, new AuditService(clock), new EventsService(clock), clock] as const),
      ),
      { jobsEverySeconds } as Config,
      clock,
    );
  /** Of the servers' clock, and of the database's, by which an incident was last seen. */
  const pass = async (seconds: number) => {
    jobs.clock.set(new Date(jobs.clock.now().getTime() + seconds * 1000));
    await jobs.bank.owner.rows('UPDATE incidents SET seen_at = seen_at - INTERVAL ? SECOND', [seconds]);
  };
  const logged = () =>
    jobs.bank.owner.rows(
      `SELECT action, type, text, params FROM audit_log WHERE action LIKE 'job.%' ORDER BY id`,
    );

  it('opens one incident for a job that fails on one of two servers, and closes it once none has failed for a while', async () => {
    let works = false;
    const name = 'flaky';
    const broken = scheduler([
      { name, run: () => (works ? Promise.resolve(did(0)) : Promise.reject(new Error('no'))) },
    ]);
    const sound = scheduler([{ name, everySeconds: 60, run: () => Promise.resolve(did(0)) }]);
    const states = async () =>
      (
        await jobs.bank.owner.rows(`SELECT state FROM incidents WHERE kind = 'job_failed' AND subject = ?`, [
          name,
        ])
      ).map(({ state }) => state as string);
    await broken.runAll();
    await broken.runAll();
    await sound.runAll();
    expect(await states()).toEqual(['open']);
    await pass(90);
    await broken.runAll();
    works = true;
    await pass(60);
    await sound.runAll();
    expect(await states()).toEqual(['open']);
    await pass(61);
    await sound.runAll();
    expect(await states()).toEqual(['closed']);
    works = false;
    await broken.runAll();
    expect(await states()).toEqual(['closed', 'open']);
  });

  it('keeps the incident of a job open where the clock of a server that succeeds is ahead', async () => {
    const failing: Job = { name: 'apart', everySeconds: 60, run: () => Promise.reject(new Error('no')) };
    await scheduler([failing]).runAll();
    const ahead = new TestClock();
    ahead.set(new Date(jobs.clock.now().getTime() + 180_000));
    const sound: Job = { ...failing, run: () => Promise.resolve(did(0)) };
    await scheduler([sound], 0, ahead).runAll();
    expect(await jobs.bank.owner.rows('SELECT state FROM incidents')).toEqual([{ state: 'open' }]);
    await pass(121);
    await scheduler([sound], 0, ahead).runAll();
    expect(await jobs.bank.owner.rows('SELECT state FROM incidents')).toEqual([{ state: 'closed' }]);
  });

  it('notes that items of a job failed, and how many were done all the same', async () => {
    const some: Job = { name: 'some', run: () => Promise.reject(new ItemsFailed(2, 1)) };
    const rounds = scheduler([some]);
    await rounds.runAll();
    await rounds.runAll();
    expect(rounds.failingJobs).toEqual(['some']);
    const kept = await jobs.bank.owner.rows('SELECT done, failed FROM job_runs');
    expect(kept).toEqual([
      { done: 2, failed: 1 },
      { done: 2, failed: 1 },
    ]);
    expect(await jobs.bank.owner.rows('SELECT kind, subject, state FROM incidents')).toEqual([
      { kind: 'job_failed', subject: 'some', state: 'open' },
    ]);
    expect(await logged()).toHaveLength(1);
  });

  it('records a run that did something, and a failure once, and continues with the others', async () => {
    let works = false;
    const broken: Job = {
      name: 'broken',
      run: () => (works ? Promise.resolve(did(1)) : Promise.reject(new Error('no'))),
    };
    const idle: Job = { name: 'idle', run: () => Promise.resolve(did(0)) };
    const busy: Job = { name: 'busy', run: () => Promise.resolve(did(2)) };
    const rounds = scheduler([broken, idle, busy]);
    await rounds.runAll();
    await rounds.runAll();
    expect(rounds.failingJobs).toEqual(['broken']);
    works = true;
    await rounds.runAll();
    expect(rounds.failingJobs).toEqual([]);
    const failure = { action: 'job.broken', type: 'error', text: 'job.failed', params: '{"job":"broken"}' };
    const two = { action: 'job.busy', type: 'info', text: 'job.purged', params: '{"count":2}' };
    const lines = await logged();
    expect(lines).toHaveLength(5);
    expect(lines.filter(({ action }) => action === 'job.busy')).toEqual([two, two, two]);
    expect(lines.filter(({ action }) => action === 'job.broken')).toEqual([
      failure,
      { ...two, action: 'job.broken', params: '{"count":1}' },
    ]);
    const kept = await jobs.bank.owner.rows('SELECT job, done, failed FROM job_runs ORDER BY id');
    expect(kept).toContainEqual({ job: 'broken', done: 0, failed: 1 });
    expect(kept).toHaveLength(6);
  });

  it('records a run that did nothing, and prolongs that row while nothing happens', async () => {
    let done = 0;
    const job: Job = { name: 'purge', run: () => Promise.resolve(did(done)) };
    const rounds = scheduler([job]);
    const at = (minute: number) => jobs.clock.set(new Date(Date.UTC(2027, 0, 4, 9, minute)));
    for (const [minute, count] of [0, 0, 3, 0, 0].entries()) {
      at(minute);
      done = count;
      await rounds.runAll();
    }
    const { runs, pagination } = await new JobRunsService(jobs.bank.database).list({ page: 1, limit: 20 });
    const minutes = (moment: string) => new Date(moment).getUTCMinutes();
    expect(runs.map((run) => [minutes(run.started_at), minutes(run.finished_at), run.done])).toEqual([
      [3, 4, 0],
      [2, 2, 3],
      [0, 1, 0],
    ]);
    expect(pagination.total).toBe(3);
    expect(await logged()).toHaveLength(1);
  });

  it('runs start-up jobs at the start, and nothing on a server without jobs', async () => {
    const ran: string[] = [];
    const job = (name: string): Job => ({ name, run: () => Promise.resolve(did(ran.push(name))) });
    const started = [{ ...job('rates'), atStart: true as const }, job('fees')];
    const off = scheduler(started);
    off.onApplicationBootstrap();
    expect(ran).toEqual([]);
    const on = scheduler(started, 600);
    on.onApplicationBootstrap();
    await on.beforeApplicationShutdown();
    expect(ran).toEqual(['rates']);
  });

  it('runs a job at most once per its interval', async () => {
    let times = 0;
    const rare: Job = {
      name: 'rare',
      everySeconds: 60,
      run: () => Promise.resolve(did((times += 1))),
    };
    const rounds = scheduler([rare]);
    await rounds.runAll();
    await rounds.runAll();
    jobs.clock.set(new Date(jobs.clock.now().getTime() + 60_000));
    await rounds.runAll();
    expect(times).toBe(2);
  });

  it('goes on at once when the clock of its server is set back', async () => {
    const ran: string[] = [];
    const job = (name: string, every = {}): Job => ({
      name,
      ...every,
      run: () => Promise.resolve(did(ran.push(name))),
    });
    const rounds = scheduler([job('rare', { everySeconds: 60 }), job('often')]);
    await rounds.runAll();
    jobs.clock.set(new Date(jobs.clock.now().getTime() - 86_400_000));
    await rounds.runAll();
    await rounds.runAll();
    expect(ran.sort()).toEqual(['often', 'often', 'often', 'rare', 'rare']);
  });

  it('does not delay other jobs by a long one, which starts again only after its end', async () => {
    const times = { long: 0, quick: 0 };
    let end = () => {};
    const long: Job = {
      name: 'long',
      run: () => {
        times.long += 1;
        return new Promise((resolve) => (end = () => resolve(did(0))));
      },
    };
    const quick: Job = {
      name: 'quick',
      run: () => Promise.resolve(did((times.quick += 1))),
    };
    const rounds = scheduler([long, quick]);
    const first = rounds.runAll();
    await until(async () => {
      await rounds.runAll();
      return times.quick > 3;
    });
    expect(times.long).toBe(1);
    end();
    await first;
    void rounds.runAll();
    expect(times.long).toBe(2);
    end();
    await rounds.beforeApplicationShutdown();
  });

  it('waits for running jobs at a stop, and starts no more', async () => {
    const events: string[] = [];
    const slow: Job = {
      name: 'slow',
      async run(_now, stopping) {
        events.push('started');
        while (!stopping.aborted) await new Promise((resolve) => setTimeout(resolve, 20));
        await new Promise((resolve) => setTimeout(resolve, 200));
        events.push('ended');
        return did(0);
      },
    };
    const rounds = scheduler([slow], 0.05);
    rounds.onApplicationBootstrap();
    await until(async () => events.length > 0);
    await rounds.beforeApplicationShutdown();
    expect(events).toEqual(['started', 'ended']);
    expect(await logged()).toEqual([]);
  });
});
