import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { approvalHeader } from '@bank/contracts/call-approvals';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { IdentifiedRequest } from '../../platform/http/actor';
import {
  type ApprovalDemand,
  ApprovalRule,
  approvalRuleKey,
  type JudgedCall,
} from '../../platform/http/approval';
import { operationKey, type OperationOptions } from '../../platform/http/operation';
import { contextOf } from '../../platform/http/request-context';
import { ZodPipe } from '../../platform/http/zod.pipe';
import { declaredType } from '../../platform/openapi/routes';
import { AskedApprovalsService } from './asked-approvals.service';
import { requestHash } from './request-binding';
import { type DemandedCall, SettlementsService } from './settlements.service';

/** Holds back the calls that need an approval; see `NeedsApproval`. */
@Injectable()
export class ApprovalInterceptor implements NestInterceptor {
  private readonly pipe = new ZodPipe();

  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
    private readonly database: Database,
    private readonly requests: AskedApprovalsService,
    private readonly settlements: SettlementsService,
    private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const type = this.reflector.get<Type<ApprovalRule> | undefined>(approvalRuleKey, context.getHandler());
    if (!type) return next.handle();
    return from(this.pass(context, this.modules.get(type, { strict: false }), next));
  }

  private async pass(context: ExecutionContext, rule: ApprovalRule, next: CallHandler): Promise<unknown> {
    const call = this.judged(context);
    const demand = await this.demandOf(context, rule, call);
    const work = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    try {
      return await (demand ? this.settled(context, demand, work) : work());
    } catch (error) {
      const isAsked = error instanceof ApiException && error.code === 'APPROVAL_REQUIRED';
      if (!isAsked) throw error;
      // The locked rows may require an approval although the rule's earlier read did not.
      const named = demand ?? (await rule.demand(call)) ?? (await rule.challenge?.(call));
      if (!named) throw error;
      const approval = await this.requests.ask(call.context, named, this.hashOf(context));
      throw new ApiException('APPROVAL_REQUIRED', { approval });
    }
  }

  /** The approval that a call needs; a call with a token was asked for it, by the rule or by its own work. */
  private async demandOf(context: ExecutionContext, rule: ApprovalRule, call: JudgedCall) {
    const isTokenGiven = tokenOf(context.switchToHttp().getRequest<IdentifiedRequest>()) !== undefined;
    return (await rule.demand(call)) ?? (isTokenGiven ? rule.challenge?.(call) : undefined);
  }

  /** Does the work of a call that needs an approval, and settles it. */
  private async settled(
    context: ExecutionContext,
    demand: ApprovalDemand,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const demanded: DemandedCall = {
      actor: contextOf(context).actor,
      demand,
      requestHash: this.hashOf(context),
      token: tokenOf(request),
    };
    await this.settlements.refuseForeign(demanded);
    const operation = this.reflector.get<OperationOptions>(operationKey, context.getHandler());
    if (!operation.idempotent) {
      await this.database.transaction((tx) => this.settlements.settle(tx, demanded));
      return work();
    }
    let isSettled = false;
    request.settlement = {
      demand: (tx) => this.settlements.settle(tx, demanded),
      isProven: demanded.token !== undefined,
      settle: async (tx) => {
        if (!demand.onDemand) await this.settlements.settle(tx, demanded);
        isSettled = true;
      },
      repeated: () => (isSettled = true),
    };
    const answer = await work();
    if (!isSettled)
      throw new Error('a call that needs an approval did not do its work within Idempotency.once');
    return answer;
  }

  /** The call with its body as its contract reads it. @throws InvalidInput, or NOT_FOUND, as the route's pipe does. */
  private judged(context: ExecutionContext): JudgedCall {
    const { body, params } = context.switchToHttp().getRequest<IdentifiedRequest>();
    const typeOf = (kind: 'body' | 'parameters') =>
      declaredType(context.getClass(), context.getHandler().name, kind);
    const metatype = typeOf('body');
    this.pipe.transform(params, { metatype: typeOf('parameters'), type: 'param' });
    return {
      context: contextOf(context),
      body: metatype ? this.pipe.transform(body, { metatype, type: 'body' }) : undefined,
      parameters: params as Record<string, string>,
    };
  }

  private hashOf(context: ExecutionContext): Buffer {
    const { userId } = contextOf(context).actor;
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    return requestHash(this.config.fingerprintKey, userId, request);
  }
}

/** A repeated header is no token. */
function tokenOf({ headers }: IdentifiedRequest): string | undefined {
  const given = headers[approvalHeader.toLowerCase()];
  return Array.isArray(given) ? given.join(',') : given;
}
