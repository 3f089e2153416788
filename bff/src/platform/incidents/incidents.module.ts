import { Global, Module } from '@nestjs/common';
import { IncidentsService } from './incidents.service';

/** Global: any room may find something wrong. */
@Global()
@Module({ providers: [IncidentsService], exports: [IncidentsService] })
export class IncidentsModule {}
