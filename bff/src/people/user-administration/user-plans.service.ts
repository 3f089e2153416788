import { Injectable } from '@nestjs/common';
import type { ApprovalChange } from '@bank/contracts/approvals';
import type { ManagedUser, UpdateUserRequest } from '@bank/contracts/admin';
import type { Transaction } from '../../platform/database/database';
import type { Actor } from '../../platform/http/actor';
import type { RequestContext } from '../../platform/http/request-context';
import { CustomerAccounts, type AdjustedBy, type Adjustment } from '../users/customer-accounts';
import {
  changesOf,
  namedFields,
  refuseBeyondRoles,
  refuseOwn,
  touchesAuthority,
  writtenFields,
} from './user-changes';
import { UserConflicts } from './user-conflicts.service';
import { UserQueriesService } from './user-queries.service';
import { type AfterCommit, type Change, UserWritesService } from './user-writes.service';

/** The reason of another balance where the call gives none, which specification 3 allows; the screen asks for it. */
const changedBalanceReason = 'Solde modifié';

export interface Plan {
  current: ManagedUser;
  /** Changes of the user's own fields. */
  fields: ApprovalChange[];
  adjustment: Adjustment | undefined;
  /** Of the changes, where one is given or the balance changes. */
  reason: string | null;
  /** All changes, the balance included. */
  changes: ApprovalChange[];
  needsApproval: boolean;
}

/** What an administrator's changes of a user come to. */
@Injectable()
export class UserPlans {
  constructor(
    private readonly managed: UserQueriesService,
    private readonly writes: UserWritesService,
    private readonly conflicts: UserConflicts,
    private readonly accounts: CustomerAccounts,
  ) {}

  /**
   * Locks a user and their account, and finds the changes of a request and whether they need approval.
   * @throws ApiException NOT_FOUND, USER_CHANGED, LAST_ADMINISTRATOR and OWN_USER_CHANGE of oneself.
   */
  async of(
    tx: Transaction,
    id: number,
    { password, balance, reason: given, seen, ...person }: UpdateUserRequest,
    actor: Actor,
  ): Promise<Plan> {
    const locked = balance === undefined ? undefined : await this.accounts.lockForBalance(tx, id, balance);
    const current = await this.managed.lock(tx, id);
    const written = writtenFields(person, current);
    const moved = locked?.amount ? locked : undefined;
    const change = { id, authorId: actor.userId };
    const { balance: wantedBalance, ...wanted } = await this.conflicts.sinceSeen(tx, change, {
      current: { ...namedFields(current), balance: moved?.from ?? current.balance },
      wanted: { ...written, ...(moved && { balance }) },
      seen: seen ? namedFields(seen) : {},
    });
    const fields = changesOf(namedFields(current), wanted);
    const adjustment = wantedBalance === moved?.from ? undefined : moved;
    const changes = [...fields, ...changesOf({ balance: adjustment?.from }, adjustment ? { balance } : {})];
    refuseBeyondRoles(actor, changes, { user: current, hasPassword: password !== undefined });
    if (id === actor.userId) {
      const stays = written.role === 'admin' && written.status === 'active';
      if (!stays) await this.writes.keepAnOwner(tx, id);
      refuseOwn(changes, password !== undefined);
    }
    const isLarge =
      adjustment !== undefined && (await this.accounts.needsApproval(tx, adjustment, actor.userId));
    const needsApproval = isLarge || touchesAuthority(current, fields);
    const reason = given ?? (adjustment ? changedBalanceReason : null);
    return { current, fields, changes, adjustment, reason, needsApproval };
  }

  /** Makes the planned changes, and returns what follows the commit. */
  async apply(
    tx: Transaction,
    { current, fields, adjustment, reason }: Plan,
    change: Change,
  ): Promise<AfterCommit> {
    if (adjustment) {
      await this.accounts.adjustAlone(tx, adjustment, adjustedBy(change.context, reason ?? ''));
    }
    return this.writes.change(tx, current, fields, reason, change);
  }
}

/** The author of an adjustment of a balance. */
export const adjustedBy = ({ actor, requestId }: RequestContext, reason: string): AdjustedBy => ({
  userId: actor.userId,
  requestId,
  reason,
});
