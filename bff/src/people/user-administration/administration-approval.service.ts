import { Injectable } from '@nestjs/common';
import type {
  ChangeLimitsRequest,
  CreateUserRequest,
  ResetFactorsRequest,
  UpdateUserRequest,
} from '@bank/contracts/admin';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { UsersService } from '../users/users.service';

type Body = CreateUserRequest | UpdateUserRequest | ChangeLimitsRequest | ResetFactorsRequest;

/** What administrators change of users and either a second one decides or a password hides. */
@Injectable()
export class AdministrationApproval extends ApprovalRule<Body> {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
  ) {
    super();
  }

  demand({ body, parameters: { id } }: JudgedCall<Body>): Promise<ApprovalDemand> {
    const summary = async (): Promise<ApprovalSummary> => ({
      ...changeOf(body, id),
      ...(id !== undefined && { payee: await this.nameOf(Number(id)) }),
    });
    return Promise.resolve({ summary, onDemand: true });
  }

  private async nameOf(id: number): Promise<string> {
    const { first_name, last_name, email } = await this.users.read(this.database, id);
    return `${first_name} ${last_name}, ${email}`;
  }
}

function changeOf(body: Body, id: string | undefined): ApprovalSummary {
  if ('transfer_limit' in body) {
    const { transfer_limit, withdrawal_limit, card_limit } = body;
    return { action: 'user_limits', detail: [transfer_limit, withdrawal_limit, card_limit].join(' · ') };
  }
  if (!('email' in body)) return { action: 'user_factors' };
  const amount = body.balance === undefined ? {} : { amount: body.balance };
  const detail = `${body.first_name} ${body.last_name}, ${body.email}`;
  return { action: id === undefined ? 'user_create' : 'user_change', detail, ...amount };
}
