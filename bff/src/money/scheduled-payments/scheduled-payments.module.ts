import { Module } from '@nestjs/common';
import { ScheduledPaymentsController } from './scheduled-payments.controller';
import { ScheduledPaymentsService } from './scheduled-payments.service';
import { ScheduledRunsService } from './scheduled-runs.service';

@Module({
  controllers: [ScheduledPaymentsController],
  providers: [ScheduledPaymentsService, ScheduledRunsService],
  exports: [ScheduledRunsService],
})
export class ScheduledPaymentsModule {}
