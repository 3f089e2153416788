import { Injectable } from '@nestjs/common';
import { LastChanges } from '../../platform/audit/last-changes.service';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { sinceSeen, type Values } from './user-changes';

/** The log lines of what administrators change of a user. */
const actions = ['user.changed', 'user.activated', 'user.limits'];
/** What people change of themselves as well. */
const ownFields = new Set(['email', 'first_name', 'last_name', 'phone', 'username']);
const ownActions = ['profile.changed', 'phone.changed', 'email.changed'];

interface Change {
  /** The user who is changed. */
  id: number;
  authorId: number;
}

/** Names the colleague whose change of a user stands in the way of another one. */
@Injectable()
export class UserConflicts {
  constructor(private readonly changes: LastChanges) {}

  /** As `sinceSeen`. @throws ApiException USER_CHANGED, with the colleague who changed all of these fields, where there is one. */
  async sinceSeen(
    tx: Transaction,
    change: Change,
    { current, wanted, seen }: Record<'current' | 'wanted' | 'seen', Values>,
  ): Promise<Values> {
    try {
      return sinceSeen(current, wanted, seen);
    } catch (error) {
      if (!(error instanceof ApiException)) throw error;
      const { code, fields = {} } = error;
      throw new ApiException(code, { fields, by: await this.authorOf(tx, change, Object.keys(fields)) });
    }
  }

  private async authorOf(
    tx: Transaction,
    { id, authorId }: Change,
    fields: string[],
  ): Promise<string | undefined> {
    const names = new Set<string | undefined>();
    for (const part of fields) {
      const owner = ownFields.has(part) ? { id, actions: ownActions } : undefined;
      const changed = { subject: `user:${id}`, actions, part, owner };
      names.add(await this.changes.authorOf(tx, changed, authorId));
    }
    return names.size === 1 ? [...names][0] : undefined;
  }
}
