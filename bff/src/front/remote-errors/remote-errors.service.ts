import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { releaseStatuses } from '@bank/contracts/releases';
import type { RemoteErrorReport, StackFrame } from '@bank/contracts/remote-errors';
import { scrubbedText } from '@bank/contracts/scrubbed-text';
import { idRow, moment, rowOf, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { addressKey } from '../../platform/security/address';
import type { FixedWindowStorage } from '../../platform/security/fixed-window';
import { SharedLimits } from '../../platform/security/shared-limits.service';
import { Clock } from '../../platform/time/clock.service';
import { ReleaseAudience } from '../releases/release-audience.service';
import { ReportQueue } from '../releases/report-queue.service';
import type { Sender } from '../releases/visit';
import { type BuiltFrame, builtFrames } from './stack-frames';
import { faultOf, StackResolver, tellingFrames } from './stack-resolver.service';

/** Of one network: a page sends one call for its errors of two seconds. */
const callsPerMinute = 60;

/** Stacks that were not seen before, which cost reading maps: of one network, and of all. */
const newPerMinute = { network: 10, all: 120 };

/** What one release may have, and one remote: a flood of invented errors fills no table. */
const most = { stacksOfRelease: 300, groupsOfRemote: 1_000 };

const minute = 60_000;

const findRelease = 'SELECT id, status, created_at FROM releases WHERE remote = ? AND version = ?';
const releaseRow = rowOf({ id: whole, status: z.enum(releaseStatuses), created_at: moment });
type ReleaseRow = z.infer<typeof releaseRow>;

const findStack = 'SELECT id, group_id AS groupId FROM error_stacks WHERE release_id = ? AND digest = ?';
const stackRow = rowOf({ id: whole, groupId: whole });
const countStack = 'UPDATE error_stacks SET count = count + ?, last_at = ? WHERE id = ?';
const insertStack = `
  INSERT INTO error_stacks (release_id, digest, group_id, frames, count, first_at, last_at) VALUES (?)
  ON DUPLICATE KEY UPDATE count = count + VALUES(count), last_at = VALUES(last_at)`;

/** LAST_INSERT_ID(id): the id of the row, also when it existed. */
const insertGroup = `
  INSERT INTO error_groups (remote, fingerprint, kind, name, message, place, first_at, last_at) VALUES (?)
  ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id), last_at = VALUES(last_at)`;
const countGroups = 'SELECT COUNT(*) FROM error_groups WHERE remote = ?';
const findGroup = 'SELECT id FROM error_groups WHERE remote = ? AND fingerprint = ?';

/** A resolved error that a later release has again is open again; `last_at` is exact to the minute. */
const touchGroup = `
  UPDATE error_groups SET
    resolved_by = IF(resolved_at < ?, NULL, resolved_by), resolved_at = IF(resolved_at < ?, NULL, resolved_at),
    last_at = ?
  WHERE id = ? AND (last_at < ? OR resolved_at < ?)`;

/** Stores what browsers report of errors in remotes and shells: counted by stack, grouped by fault. */
@Injectable()
export class RemoteErrorsService {
  private readonly calls: FixedWindowStorage;
  private readonly newStacks: FixedWindowStorage;

  constructor(
    private readonly database: Database,
    private readonly resolver: StackResolver,
    private readonly audience: ReleaseAudience,
    private readonly clock: Clock,
    private readonly queue: ReportQueue,
    limits: SharedLimits,
  ) {
    this.calls = limits.of('remote errors');
    this.newStacks = limits.of('new remote errors');
  }

  /**
   * Counts a batch. Ignored are errors of unknown releases and of those that are shown to nobody, and above a limit what was
   * not seen before.
   * @throws ApiException TOO_MANY_REQUESTS for a network that sends more than pages do, or when too many networks do.
   */
  async take(errors: RemoteErrorReport[], sender: Sender): Promise<void> {
    const network = addressKey(sender.address);
    await this.calls.admit(network, minute, callsPerMinute);
    await this.queue.run(() => this.countAll(errors, network, sender));
  }

  private async countAll(errors: RemoteErrorReport[], network: string, sender: Sender): Promise<void> {
    for (const error of errors) {
      const release = await this.database.row(releaseRow, findRelease, [error.remote, error.version]);
      if (release && release.status !== 'uploaded') await this.count(release, error, network, sender);
    }
  }

  private async count(
    release: ReleaseRow,
    report: RemoteErrorReport,
    network: string,
    sender: Sender,
  ): Promise<void> {
    const { remote, version, kind, count } = report;
    const name = /^[A-Z][A-Za-z]{1,39}$/.exec(report.name)?.[0] ?? 'Error';
    const error = { remote, kind, count, name, message: scrubbedText(report.message) };
    const frames = builtFrames(report.stack, { remote, version });
    const digest = hash(JSON.stringify([kind, name, error.message, frames]));
    const now = this.clock.now();
    const known = await this.database.row(stackRow, findStack, [release.id, digest]);
    if (known) await this.database.write(countStack, [count, now, known.id]);
    const groupId = known?.groupId ?? (await this.addStack(release, error, { digest, frames }, network));
    if (groupId === undefined) return;
    const minuteAgo = new Date(now.getTime() - minute);
    const since = release.created_at;
    await this.database.write(touchGroup, [since, since, now, groupId, minuteAgo, since]);
    await this.audience.add(release.id, groupId, sender);
    // A page may fail before it reports that it was shown.
    await this.audience.add(release.id, null, sender);
  }

  /** Stores a stack that was not seen before; returns its group, or undefined above a limit. */
  private async addStack(
    release: ReleaseRow,
    error: Pick<RemoteErrorReport, 'remote' | 'kind' | 'name' | 'message' | 'count'>,
    { digest, frames: built }: { digest: Buffer; frames: BuiltFrame[] },
    network: string,
  ): Promise<number | undefined> {
    if (await this.isLimited(release.id, network)) return undefined;
    const { remote, kind, name, message, count } = error;
    const frames = await this.resolver.resolve(built, remote);
    const fingerprint = hash(faultOf(kind, name, message, frames));
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      const group = await tx.row(idRow, findGroup, [remote, fingerprint]);
      if (!group && (await tx.count(countGroups, [remote])) >= most.groupsOfRemote) return undefined;
      const row = [remote, fingerprint, kind, name, message, placeOf(frames), now, now];
      const groupId = group?.id ?? (await tx.write(insertGroup, [row])).insertId;
      await tx.write(insertStack, [[release.id, digest, groupId, stored(frames), count, now, now]]);
      return groupId;
    });
  }

  private async isLimited(releaseId: number, network: string): Promise<boolean> {
    const own = await this.newStacks.increment(`network ${network}`, minute, newPerMinute.network);
    if (own.isBlocked) return true;
    const all = await this.newStacks.increment('all', minute, newPerMinute.all);
    if (all.isBlocked) return true;
    const stacks = 'SELECT COUNT(*) FROM error_stacks WHERE release_id = ?';
    return (await this.database.count(stacks, [releaseId])) >= most.stacksOfRelease;
  }
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16);

/** The column's length, which whole frames must fit. */
const longestStored = 8_000;

function stored(frames: StackFrame[]): string {
  const text = JSON.stringify(frames);
  return text.length <= longestStored ? text : stored(frames.slice(0, -1));
}

function placeOf(frames: StackFrame[]): string | null {
  const [top] = tellingFrames(frames);
  return top?.is_source ? `${top.file}${top.name ? ` (${top.name})` : ''}`.slice(0, 300) : null;
}
