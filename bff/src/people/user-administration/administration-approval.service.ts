import { Injectable } from '@nestjs/common';
import type {
  ChangeLimitsRequest,
  CreateUserRequest,
  ResetFactorsRequest,
  UpdateUserRequest,
} from '@bank/contracts/admin';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import type { Language } from '@bank/contracts/language';
import { Database } from '../../platform/database/database';
import { plainAmountText } from '../../platform/exports/notation';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { SessionsService } from '../auth/sessions.service';
import { UsersService } from '../users/users.service';

const limitNames = {
  fr: { transfer_limit: 'virements', withdrawal_limit: 'retraits', card_limit: 'cartes' },
  en: { transfer_limit: 'transfers', withdrawal_limit: 'withdrawals', card_limit: 'cards' },
};

type Body = CreateUserRequest | UpdateUserRequest | ChangeLimitsRequest | ResetFactorsRequest;

/**
 * What administrators change of users and either a second one decides or opens the account, as a password and an e-mail do; of a
 * session that is not new, except that freeing a person of their factors always needs one.
 */
@Injectable()
export class AdministrationApproval extends ApprovalRule<Body> {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  async demand({ context, body, parameters: { id } }: JudgedCall<Body>): Promise<ApprovalDemand> {
    const summary = async (): Promise<ApprovalSummary> => ({
      ...changeOf(body, id, context.language),
      ...(id !== undefined && { payee: await this.nameOf(Number(id)), user_id: Number(id) }),
    });
    const isOfContract = 'email' in body || 'transfer_limit' in body;
    const isJustProven = isOfContract && (await this.sessions.hasJustProven(context.actor));
    return { summary, onDemand: true, isJustProven };
  }

  private async nameOf(id: number): Promise<string> {
    const { first_name, last_name, email } = await this.users.read(this.database, id);
    return `${first_name} ${last_name}, ${email}`;
  }
}

function changeOf(body: Body, id: string | undefined, language: Language): ApprovalSummary {
  if ('transfer_limit' in body) return { action: 'user_limits', detail: limitsText(body, language) };
  if (!('email' in body)) return { action: 'user_factors' };
  const amount = body.balance === undefined ? {} : { amount: body.balance };
  const detail = `${body.first_name} ${body.last_name}, ${body.email}`;
  return { action: id === undefined ? 'user_create' : 'user_change', detail, ...amount };
}

const limitsText = (limits: ChangeLimitsRequest, language: Language): string => {
  const names = limitNames[language];
  return (['transfer_limit', 'withdrawal_limit', 'card_limit'] as const)
    .map((limit) => `${names[limit]} ${plainAmountText(limits[limit], 'EUR')}`)
    .join(' · ');
};
