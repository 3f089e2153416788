import { Module } from '@nestjs/common';
import { CaseRelationsController } from './case-relations.controller';
import { CaseRelationsService } from './case-relations.service';

@Module({ controllers: [CaseRelationsController], providers: [CaseRelationsService] })
export class CaseRelationsModule {}
