import { Module } from '@nestjs/common';
import { FeePlans } from './fee-plans';
import { WeeklyFeesService } from './weekly-fees.service';

/** What an account costs. */
@Module({ providers: [FeePlans, WeeklyFeesService], exports: [FeePlans, WeeklyFeesService] })
export class FeesModule {}
