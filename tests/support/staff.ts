import { type NewCustomer, newCustomer, promote, type TestConnection } from './customers';
import { type Answer, call, type CallOptions } from './http';

export interface Approval {
  id: number;
  status: string;
  code?: string;
  obstacle: string | null;
  changes: { field: string; from: unknown; to: unknown }[];
  requested_by: { id: number };
}

export type Asked = { awaiting?: string; approval?: Approval; code?: string; id?: number };

/** A long-standing administrator, not created by another one. */
export async function newAdministrator(shellUrl: string, database: TestConnection): Promise<NewCustomer> {
  const who = await newCustomer(shellUrl);
  await promote(database, who);
  return who;
}

/** Nobody of the staff is there for a conversation, neither the test's own people nor those of earlier test files. */
export async function leaveConversations(database: TestConnection): Promise<void> {
  await database.rows('DELETE FROM staff_presence');
}

/** The calls of staff about each other's requests, over HTTP. */
export function staffCalls(shellUrl: string, database: TestConnection) {
  const ask = <Body = Asked>(
    who: { token: string },
    method: string,
    path: string,
    body?: unknown,
    more: CallOptions = {},
  ) =>
    call<Body>(method, `${shellUrl}/api/admin/${path}`, {
      token: who.token,
      ...more,
      ...(body !== undefined && { body }),
    });
  const approve = (who: { token: string }, id: number | undefined, more?: CallOptions) =>
    ask<Approval>(who, 'POST', `approvals/${id}/approve`, undefined, more);
  return {
    ask,
    approve,
    refuse: (who: { token: string }, id: number | undefined, more?: CallOptions) =>
      ask<Approval>(who, 'POST', `approvals/${id}/refuse`, { reason: 'Non' }, more),
    administrator: () => newAdministrator(shellUrl, database),
    /** Approves a request through a new administrator. */
    async approved(asked: Answer<Asked>): Promise<Answer<Approval>> {
      if (asked.status !== 202)
        throw new Error(`it did not wait: ${asked.status} ${JSON.stringify(asked.body)}`);
      return approve(await newAdministrator(shellUrl, database), asked.body.approval?.id);
    },
    /** Sets back the recorded changes of a user's authority by a number of hours. */
    age: ({ id }: { id: number }, hours: number) =>
      database.rows(
        'UPDATE authority_changes SET created_at = created_at - INTERVAL ? HOUR WHERE user_id = ?',
        [hours, id],
      ),
  };
}
