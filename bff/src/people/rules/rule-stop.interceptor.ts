import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, from, mergeMap, type Observable, throwError } from 'rxjs';
import { AuditService } from '../../platform/audit/audit.service';
import { Database } from '../../platform/database/database';
import { storeScored } from './event-keeper';
import { RuleCases } from './rule-cases.service';
import { RuleStop } from './rule-stop';

/** Keeps what rules stopped, after the call's own transaction was undone, and opens the case of what is held. */
@Injectable()
export class RuleStopInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly cases: RuleCases,
    private readonly audit: AuditService,
  ) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        const kept = error instanceof RuleStop ? this.keep(error) : Promise.resolve();
        return from(kept).pipe(mergeMap(() => throwError(() => error)));
      }),
    );
  }

  private keep({ event, decision }: RuleStop): Promise<void> {
    return this.database.transaction(async (tx) => {
      const caseId = decision.action === 'hold' ? await this.cases.hold(tx, event, decision) : undefined;
      tx.defer(...storeScored([{ event, decision, isCounted: false, caseId }], []));
      const rules = decision.hits.map(({ definition }) => definition.name.fr).join(', ');
      const action = decision.action === 'hold' ? 'rules.held' : 'rules.blocked';
      await this.audit.record(tx, {
        action,
        type: 'warning',
        userId: event.userId,
        requestId: null,
        values: { kind: event.kind, rules },
      });
    });
  }
}
