import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, from, mergeMap, type Observable, throwError } from 'rxjs';
import { Database } from '../../platform/database/database';
import { RuleStop } from './rule-stop';
import { RuleStops } from './rule-stops.service';

/** Stores the stopped event after the call's own transaction was rolled back. */
@Injectable()
export class RuleStopInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly stops: RuleStops,
  ) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        const kept = error instanceof RuleStop ? this.keep(error) : Promise.resolve();
        return from(kept).pipe(mergeMap(() => throwError(() => error)));
      }),
    );
  }

  private keep(stop: RuleStop): Promise<void> {
    return this.database.transaction((tx) => this.stops.keep(tx, stop));
  }
}
