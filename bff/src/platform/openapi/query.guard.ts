import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import { InvalidInput } from '../errors/api-exception';
import type { IdentifiedRequest } from '../http/actor';
import { refusesQuery, routeOf, type Handler } from './routes';

const noQuery = z.strictObject({});

/** Refuses the query of a call that takes none, as `ZodPipe` refuses unknown fields of one that does. */
@Injectable()
export class QueryGuard implements CanActivate {
  /** By handler, so that a route's decorators are read once. */
  private readonly refusing = new WeakMap<object, boolean>();

  canActivate(context: ExecutionContext): boolean {
    if (!this.refuses(context)) return true;
    const { query } = context.switchToHttp().getRequest<IdentifiedRequest>();
    const { error } = noQuery.safeParse(query, { reportInput: true });
    if (error) throw new InvalidInput(error, 'query');
    return true;
  }

  private refuses(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.refusing.get(handler);
    if (known !== undefined) return known;
    const refuses = refusesQuery(routeOf(context.getClass(), handler.name, handler as Handler));
    this.refusing.set(handler, refuses);
    return refuses;
  }
}
