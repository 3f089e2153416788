import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { KycFinding, KycFindingCode } from '@bank/contracts/kyc-findings';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { Clock } from '../../platform/time/clock.service';
import { dueBy } from '../../platform/time/due';
import { Config } from '../../platform/config/config';
import { keyedDigests } from '../../platform/security/secrets';
import { BankCases } from '../cases/bank-cases.service';
import { doubtsOf, submissionCause, submissionLink } from '../kyc/identity-case';
import { KycReviewService } from '../kyc/kyc-review.service';
import { ScreeningService } from '../screening/screening.service';
import { lockUser } from '../users/lock-user';
import { FileReaderService } from './file-reader.service';
import * as sql from './identity-check.sql';
import { finding, isBeyondDoubt, judge, type Judgement } from './identity-rules';

const pollMs = 1_000;
/** Longer than the reader may take for one submission. */
const leaseMs = 50_000;
/** After these the file is left to a person unread, since reading it seems to end the server. */
const mostAttempts = 3;

/**
 * Judges submissions one after another, each once: a server that dies leaves its submission to the next one when the lease
 * ends. Approves what is beyond doubt, and leaves everything else to a person; it rejects nothing. Also judges what a person
 * approved before it could, who knew nothing of the sanctions list and of other customers' documents; and judges again, after
 * all that is new, what it judged without a sanctions list.
 */
@Injectable()
export class IdentityCheckService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Identity');
  private readonly task = new RepeatedTask({
    work: (stopping) => this.checkDue(stopping).then(() => undefined),
    everyMs: pollMs,
    onFailure: (error) => this.logger.error('submissions are not checked', error.stack),
  });

  constructor(
    private readonly database: Database,
    private readonly files: FileReaderService,
    private readonly screening: ScreeningService,
    private readonly reviews: KycReviewService,
    private readonly cases: BankCases,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Checks the due submissions, and returns their number. */
  async checkDue(stopping: AbortSignal): Promise<number> {
    for (let count = 0; ; count += 1) {
      const due = stopping.aborted ? undefined : await this.take();
      if (!due) return count;
      await this.check(due).catch((error: unknown) =>
        this.logger.error(`submission ${due.id} is checked again later`, (error as Error).stack),
      );
    }
  }

  private take() {
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      const due =
        (await tx.row(sql.dueRow, sql.nextDue, dueBy(now, leaseMs))) ?? (await this.nextUnscreened(tx));
      if (due) await tx.write(sql.lease, [new Date(now.getTime() + leaseMs), due.attempts + 1, due.id]);
      return due;
    });
  }

  /** Found by its state, since a check that began before the first list came may end after that. */
  private async nextUnscreened(tx: Transaction) {
    return this.screening.hasList ? tx.row(sql.dueRow, sql.nextUnscreened, [mostAttempts]) : undefined;
  }

  private async check({ id, attempts }: { id: number; attempts: number }): Promise<void> {
    const submission = await this.database.found(sql.submissionRow, sql.submission, [id]);
    const { status } = submission;
    if ((status !== 'pending' && status !== 'approved') || submission.deletedAt) return this.drop(id);
    if (status === 'pending' && !submission.verifiedAt) {
      await this.database.transaction((tx) => tx.write(sql.postpone, [id]));
      return;
    }
    const judgement =
      attempts >= mostAttempts
        ? { findings: [finding('not_checked')] }
        : judge(await this.files.read(id, submission));
    const listed = this.screening.hasList ? this.listed(submission, judgement) : undefined;
    const findings = [...judgement.findings, ...(listed ?? [finding('not_checked')])];
    await this.settle(id, submission.userId, { ...judgement, findings }, listed !== undefined);
  }

  /** The names on the sanctions list that resemble the typed name or the read one. */
  private listed({ firstName, lastName }: sql.Submission, { document }: Judgement): KycFinding[] {
    const names = [`${firstName} ${lastName}`];
    if (document) names.push([...document.data.givenNames, ...document.data.familyNames].join(' '));
    const found = names.flatMap((name) => this.screening.find(name));
    const entries = new Map(found.map((entry) => [entry.entry, entry]));
    return [...entries.values()].map(({ entry, name, likeness, countries }) =>
      finding('sanctions_list', undefined, { entry, name, countries, likeness: String(likeness) }),
    );
  }

  /** A submission that was rejected or superseded meanwhile needs no check. */
  private drop(id: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.write(sql.drop, [this.clock.now(), id]);
    });
  }

  /** Records the findings and decides, in one transaction and once. */
  private async settle(
    id: number,
    userId: number,
    { findings, document }: Judgement,
    isScreened: boolean,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      // The order of a review's locks: the person, then the submission.
      await lockUser(tx, userId);
      if (!(await tx.exists(sql.open, [id]))) return;
      const { status, isDeleted } = await tx.one(sql.statusRow, sql.status, [id]);
      const known = document ? await this.known(tx, userId, document) : [];
      const isHeld = await tx.exists(sql.heldByRule, [id]);
      const all = [...findings, ...known, ...(isHeld ? [finding('held_by_rule')] : [])];
      const now = this.clock.now();
      await tx.write(sql.settle, [now, JSON.stringify(all), isScreened ? null : now, id]);
      if (isDeleted || (status !== 'pending' && status !== 'approved')) return;
      if (status === 'pending' && isBeyondDoubt(all)) return this.reviews.approveByRules(tx, id);
      await this.openCase(tx, { id, userId, isApproved: status === 'approved' }, all);
      const count = all.filter(({ severity }) => severity !== 'note').length;
      await this.audit.record(tx, {
        action: 'kyc.checked',
        type: 'info',
        values: { id, count, user: userId },
      });
      this.events.emitAll(tx, [{ to: 'administrators', type: 'kyc_queue', data: { id, status } }]);
    });
  }

  /**
   * What is left to a person is a case; of a file that a person approved, what they could not know. A customer has one undecided
   * case about their identity, which a file that is sent again joins.
   */
  private async openCase(
    tx: Transaction,
    { id, userId, isApproved }: { id: number; userId: number; isApproved: boolean },
    findings: KycFinding[],
  ): Promise<void> {
    const topic = topicOf(findings);
    if (isApproved && topic === 'identity') return;
    const others = findings.filter(({ code }) => code === 'document_of_another');
    await this.cases.open(tx, {
      kind: 'identity',
      topic,
      userId,
      label: '',
      sum: null,
      cause: submissionCause(id),
      reason: doubtsOf(findings),
      // The case of a rule that held the submission ended with its approval.
      reopens: true,
      continues: true,
      links: [
        submissionLink(id),
        ...others.map(({ values }) => ({ type: 'customer' as const, id: Number(values?.user), label: '' })),
      ],
    });
  }

  /** Whether the document came with another customer's submission before. */
  private async known(
    tx: Transaction,
    userId: number,
    { id, data }: NonNullable<Judgement['document']>,
  ): Promise<KycFinding[]> {
    const digests = keyedDigests(this.config.encryptionKeys, `${data.issuer} ${data.number}`);
    await tx.write(sql.claimDocument, [digests[0], userId, this.clock.now()]);
    const owners = await tx.rows(idRow, sql.ownersOfDocument, [digests]);
    const others = owners.filter((owner) => owner.id !== userId);
    return others.map((owner) =>
      finding('document_of_another', { id, mediaType: '' }, { user: String(owner.id) }),
    );
  }
}

/** A name of the sanctions list comes first, then a document of another customer's. */
function topicOf(findings: KycFinding[]): 'sanctions' | 'duplicate' | 'identity' {
  const has = (code: KycFindingCode) => findings.some((each) => each.code === code);
  if (has('sanctions_list')) return 'sanctions';
  return has('document_of_another') ? 'duplicate' : 'identity';
}
