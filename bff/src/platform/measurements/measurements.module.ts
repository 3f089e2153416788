import { Module } from '@nestjs/common';
import { MeasurementsController } from './measurements.controller';
import { MeasurementsService } from './measurements.service';
import { MeasuringService } from './measuring.service';

@Module({ controllers: [MeasurementsController], providers: [MeasurementsService, MeasuringService] })
export class MeasurementsModule {}
