import { Module, type Type } from '@nestjs/common';
import type { JobName } from '@bank/contracts/jobs';
import { AuthModule } from '../auth/auth.module';
import { DocumentsModule } from '../documents/documents.module';
import { FeesModule } from '../fees/fees.module';
import { PaymentsModule } from '../payments/payments.module';
import { ReleasesModule } from '../releases/releases.module';
import { ScheduledPaymentsModule } from '../scheduled-payments/scheduled-payments.module';
import { SupportModule } from '../support/support.module';
import { BalanceSnapshotsJob } from './balance-snapshots.job';
import { ExpireHoldsJob } from './expire-holds.job';
import { JobRunsService } from './job-runs';
import { JobsController } from './jobs.controller';
import { JudgeCanariesJob } from './judge-canaries.job';
import { MailAnswersJob } from './mail-answers.job';
import { PurgeJob } from './purge.job';
import { ScheduledDebitsJob } from './scheduled-debits.job';
import { allJobs, SchedulerService } from './scheduler.service';
import { SweepDocumentsJob } from './sweep-documents.job';
import { SweepReleasesJob } from './sweep-releases.job';
import { WeeklyFeeJob } from './weekly-fee.job';
import type { Job } from './job';

/** Each by a name that the back-office has words for: another one does not compile. */
const jobs: Type<Job & { readonly name: JobName }>[] = [
  ScheduledDebitsJob,
  WeeklyFeeJob,
  ExpireHoldsJob,
  BalanceSnapshotsJob,
  PurgeJob,
  SweepDocumentsJob,
  MailAnswersJob,
  JudgeCanariesJob,
  SweepReleasesJob,
];

/** What the bank does by itself. */
@Module({
  imports: [
    AuthModule,
    DocumentsModule,
    FeesModule,
    PaymentsModule,
    ReleasesModule,
    ScheduledPaymentsModule,
    SupportModule,
  ],
  controllers: [JobsController],
  providers: [
    ...jobs,
    JobRunsService,
    SchedulerService,
    { provide: allJobs, inject: jobs, useFactory: (...found: Job[]) => found },
  ],
  exports: [SchedulerService],
})
export class JobsModule {}
