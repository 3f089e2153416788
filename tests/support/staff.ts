import { type NewCustomer, newCustomer, newPassword, promote, type TestConnection } from './customers';
import { type Answer, call } from './http';

/** What shows that a person of `newCustomer` is the one who calls; see `proofFields`. */
export const proof = { currentPassword: newPassword };

export interface Approval {
  id: number;
  status: string;
  code?: string;
  obstacle: string | null;
  changes: { field: string; from: unknown; to: unknown }[];
  requested_by: { id: number };
}

export type Asked = { awaiting?: string; approval?: Approval; code?: string; id?: number };

/** An administrator of long standing, whom no other administrator made. */
export async function newAdministrator(shellUrl: string, database: TestConnection): Promise<NewCustomer> {
  const who = await newCustomer(shellUrl);
  await promote(database, who);
  return who;
}

/** What members of staff do to each other's requests, over HTTP. */
export function staffCalls(shellUrl: string, database: TestConnection) {
  const ask = <Body = Asked>(who: { token: string }, method: string, path: string, body?: unknown) =>
    call<Body>(method, `${shellUrl}/api/admin/${path}`, {
      token: who.token,
      ...(body !== undefined && { body }),
    });
  const approve = (who: { token: string }, id: number | undefined, sent: object = proof) =>
    ask<Approval>(who, 'POST', `approvals/${id}/approve`, sent);
  return {
    ask,
    approve,
    refuse: (who: { token: string }, id: number | undefined, sent: object = { ...proof, reason: 'Non' }) =>
      ask<Approval>(who, 'POST', `approvals/${id}/refuse`, sent),
    administrator: () => newAdministrator(shellUrl, database),
    /** Has what was asked for approved by an administrator of its own. */
    async approved(asked: Answer<Asked>): Promise<Answer<Approval>> {
      if (asked.status !== 202)
        throw new Error(`it did not wait: ${asked.status} ${JSON.stringify(asked.body)}`);
      return approve(await newAdministrator(shellUrl, database), asked.body.approval?.id);
    },
    /** As if what administrators did to somebody's authority had been so many hours ago. */
    age: ({ id }: { id: number }, hours: number) =>
      database.rows(
        'UPDATE authority_changes SET created_at = created_at - INTERVAL ? HOUR WHERE user_id = ?',
        [hours, id],
      ),
  };
}
