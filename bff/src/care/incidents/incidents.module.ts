import { Module } from '@nestjs/common';
import { AdminIncidentsController } from './admin-incidents.controller';
import { IncidentWorkService } from './incident-work.service';
import { StaffIncidentsService } from './staff-incidents.service';

@Module({
  controllers: [AdminIncidentsController],
  providers: [IncidentWorkService, StaffIncidentsService],
})
export class StaffIncidentsModule {}
