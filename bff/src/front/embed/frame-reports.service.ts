import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { EmbedErrorRequest } from '@bank/contracts/embed-errors';
import type { FrameRelease } from '@bank/contracts/embed-frame';
import { Config } from '../../platform/config/config';
import { RemoteErrorsService } from '../remote-errors/remote-errors.service';
import { RemoteReportsService } from '../releases/remote-reports.service';
import { frameVisitorOf, senderOf } from '../releases/visit';

/** What frames on partners' pages report of the releases that they belong to, as shells do of theirs. */
@Injectable()
export class FrameReports {
  constructor(
    private readonly config: Config,
    private readonly reports: RemoteReportsService,
    private readonly errors: RemoteErrorsService,
  ) {}

  /** Counts that a release was shown. @throws ApiException TOO_MANY_REQUESTS. */
  shown(request: FastifyRequest, release: FrameRelease): Promise<void> {
    return this.count(request, release, 'shown');
  }

  /** Counts errors, and rolls back a canary whose widget breaks for too many visitors. @throws ApiException TOO_MANY_REQUESTS. */
  async failed(
    request: FastifyRequest,
    { errors, is_broken, reason = 'render' }: Pick<EmbedErrorRequest, 'errors' | 'is_broken' | 'reason'>,
  ): Promise<void> {
    const [first] = errors;
    if (is_broken && first) await this.count(request, first, reason);
    await this.errors.take(errors, senderOf(request));
  }

  private count(
    request: FastifyRequest,
    { remote, version }: FrameRelease,
    kind: 'shown' | 'load' | 'render',
  ): Promise<void> {
    const report = { remote, version, kind, count: 1 };
    return this.reports.take([report], frameVisitorOf(request, this.config), senderOf(request));
  }
}
