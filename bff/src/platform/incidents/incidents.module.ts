import { Global, Module } from '@nestjs/common';
import { AffectedCustomers } from './affected-customers.service';
import { IncidentMetricsService } from './incident-metrics.service';
import { IncidentsService } from './incidents.service';
import { StatusController } from './status.controller';
import { StatusService } from './status.service';

/** Global: any module may report an incident. */
@Global()
@Module({
  controllers: [StatusController],
  providers: [AffectedCustomers, IncidentMetricsService, IncidentsService, StatusService],
  exports: [AffectedCustomers, IncidentsService, StatusService],
})
export class IncidentsModule {}
