import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/incidents';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { IncidentWorkService } from './incident-work.service';
import { StaffIncidentsService } from './staff-incidents.service';

class IdParameter extends createZodDto(idParameter) {}
class IncidentList extends createZodDto(contract.incidentList) {}
class IncidentListQuery extends createZodDto(contract.incidentListQuery) {}
class StaffIncident extends createZodDto(contract.staffIncident) {}
class OpenIncidentRequest extends createZodDto(contract.openIncidentRequest) {}
class IncidentNoteRequest extends createZodDto(contract.incidentNoteRequest) {}
class IncidentPublicRequest extends createZodDto(contract.incidentPublicRequest) {}
class IncidentChangeRequest extends createZodDto(contract.incidentChangeRequest) {}
class IncidentOwnerRequest extends createZodDto(contract.incidentOwnerRequest) {}
class IncidentCloseRequest extends createZodDto(contract.incidentCloseRequest) {}

@ApiTags('Administration')
@Controller('admin/incidents')
@Permission('incidents:manage')
export class AdminIncidentsController {
  constructor(
    private readonly incidents: StaffIncidentsService,
    private readonly workOn: IncidentWorkService,
  ) {}

  @Get()
  @Operation('Incidents, newest first; without a filter those that are not closed')
  @ZodResponse({ status: 200, type: IncidentList })
  list(@CurrentContext() context: RequestContext, @Query() query: IncidentListQuery) {
    return this.incidents.list(context, query);
  }

  @Get(':id')
  @Operation('One incident with its timeline, and how many customers it concerns')
  @ZodResponse({ status: 200, type: StaffIncident })
  one(@Param() { id }: IdParameter) {
    return this.incidents.one(id);
  }

  @Post()
  @Operation('Opens an incident; with `components`, its title is public at once', {
    errors: ['INCIDENT_OPEN'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: StaffIncident })
  open(@CurrentContext() context: RequestContext, @Body() request: OpenIncidentRequest) {
    return this.workOn.open(request, context);
  }

  @Put(':id')
  @Operation('Changes how grave an incident is, and how far the work on it is', {
    errors: ['INCIDENT_CHANGED', 'INCIDENT_CLOSED'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffIncident })
  change(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: IncidentChangeRequest,
  ) {
    return this.workOn.change(id, request, context);
  }

  @Put(':id/owner')
  @Operation('Takes an incident, or puts it back', {
    errors: ['INCIDENT_CHANGED', 'INCIDENT_CLOSED', 'INCIDENT_TAKEN'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffIncident })
  own(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: IncidentOwnerRequest,
  ) {
    return this.workOn.own(id, request, context);
  }

  @Post(':id/notes')
  @Operation('Notes something for colleagues', { idempotent: true })
  @ZodResponse({ status: 201, type: StaffIncident })
  note(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: IncidentNoteRequest,
  ) {
    return this.workOn.note(id, request, context);
  }

  @Post(':id/public')
  @Operation('Adds a line in both languages that everybody reads on the status page', {
    errors: ['INCIDENT_CHANGED', 'INCIDENT_CLOSED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: StaffIncident })
  publish(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: IncidentPublicRequest,
  ) {
    return this.workOn.publish(id, request, context);
  }

  @Post(':id/close')
  @HttpCode(200)
  @Operation('Closes an incident with the report of what happened, why, and what changes', {
    errors: ['INCIDENT_CHANGED', 'INCIDENT_CLOSED'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: StaffIncident })
  close(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: IncidentCloseRequest,
  ) {
    return this.workOn.close(id, request, context);
  }
}
