import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { AccountLimits } from '@bank/contracts/admin';
import { AccountsService } from '../accounts/accounts.service';
import { PasswordsService } from '../auth/passwords.service';
import { newToken } from '../auth/secrets';
import { Failure } from '../common/failure';
import { SecondApproverService } from '../staff-approvals/second-approver.service';
import type { Author } from '../staff-approvals/proven-calls.service';
import { StaffApprovalsService, type ApprovedRequest } from '../staff-approvals/staff-approvals.service';
import { AdminUsersService } from './admin-users.service';
import { BalanceAdjustmentsService } from './balance-adjustments.service';
import { firstBalance } from './user-administration.service';
import { isStill, wantedBy } from './user-changes';
import { UserWritesService, type Afterwards, type WrittenPerson } from './user-writes.service';

/** Applies to people what a second administrator approved, if what it changes still is what it was. */
@Injectable()
export class UserApprovalsService implements OnModuleInit {
  /** Of a password that nobody knows: whoever is created chooses one by the link. Made once, outside transactions. */
  private unusableHash = '';

  constructor(
    private readonly approvals: StaffApprovalsService,
    private readonly managed: AdminUsersService,
    private readonly writes: UserWritesService,
    private readonly balances: BalanceAdjustmentsService,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly second: SecondApproverService,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unusableHash = await this.passwords.hash(newToken());
    this.approvals.register('user_created', (...given) => this.create(...given));
    this.approvals.register('user_changed', (...given) => this.change(...given));
    this.approvals.register('limits_changed', (...given) => this.setLimits(...given));
  }

  private async create(runner: QueryRunner, request: ApprovedRequest, author: Author): Promise<() => void> {
    const { changes, passwordLink, language } = request.payload;
    const { balance, ...person } = wantedBy(changes);
    const change = { initiator: request.requestedBy, author };
    const written = { ...(person as WrittenPerson), passwordHash: this.unusableHash, language };
    const id = await this.writes.create(runner, written, change);
    if (typeof balance === 'number') await this.adjust(runner, id, balance, request, author);
    return inTurn(passwordLink ? await this.writes.sendPasswordLink(runner, id, change) : []);
  }

  private async change(runner: QueryRunner, request: ApprovedRequest, author: Author): Promise<() => void> {
    const id = subjectOf(request);
    const { changes, motive, passwordLink } = request.payload;
    const { balance } = wantedBy(changes);
    const adjusts = typeof balance === 'number';
    const adjustment = adjusts ? await this.balances.lock(runner, id, balance) : undefined;
    const current = await this.managed.lock(runner, id);
    const isAsAsked = isStill({ ...current, ...(adjustment && { balance: adjustment.from }) }, changes);
    // Nor is who would become an administrator somebody else's to sign in as, since it was asked.
    const isTouched = await this.second.isTouchedSince(runner, id, request.requestedAt);
    if (!isAsAsked || isTouched) throw new Failure('APPROVAL_OUTDATED');
    if (adjusts) await this.adjust(runner, id, balance, request, author);
    const change = { initiator: request.requestedBy, author };
    const written = changes.filter(({ field }) => field !== 'balance');
    const told = await this.writes.change(runner, current, written, motive, change);
    return inTurn([...told, ...(passwordLink ? await this.writes.sendPasswordLink(runner, id, change) : [])]);
  }

  private async setLimits(runner: QueryRunner, request: ApprovedRequest, author: Author) {
    const id = subjectOf(request);
    const { changes, motive } = request.payload;
    await this.managed.read(runner, id);
    const accountId = await this.accounts.idOf(runner, id);
    const current = await this.accounts.lockLimits(runner, accountId);
    if (!isStill({ ...current }, changes)) throw new Failure('APPROVAL_OUTDATED');
    const limits = { ...current, ...wantedBy(changes) } as AccountLimits;
    await this.writes.setLimits(runner, { id, accountId }, limits, motive ?? '', author);
    return inTurn([]);
  }

  /** The movement is laid to whoever asked for it; the log names the approver as well. */
  private async adjust(
    runner: QueryRunner,
    id: number,
    balance: number,
    { payload, requestedBy: userId }: ApprovedRequest,
    { call }: Author,
  ): Promise<void> {
    const adjustment = await this.balances.lock(runner, id, balance);
    const reason = payload.motive ?? firstBalance;
    if (adjustment.amount !== 0n) {
      await this.balances.make(runner, adjustment, { userId, requestId: call.requestId, reason });
    }
  }
}

const inTurn = (tasks: Afterwards) => () => tasks.forEach((task) => task());

function subjectOf({ subjectId }: ApprovedRequest): number {
  if (subjectId === null) throw new Error('a change of nobody was approved');
  return subjectId;
}
