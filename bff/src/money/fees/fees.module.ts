import { Module } from '@nestjs/common';
import { FeePlansService } from './fee-plans.service';
import { WeeklyFeesService } from './weekly-fees.service';

@Module({ providers: [FeePlansService, WeeklyFeesService], exports: [FeePlansService, WeeklyFeesService] })
export class FeesModule {}
