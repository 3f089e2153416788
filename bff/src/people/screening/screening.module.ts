import { Module } from '@nestjs/common';
import { SanctionsSourceModule } from '../../ports/sanctions/sanctions.module';
import { ListRoundsService } from './list-rounds.service';
import { SanctionsIntakeService } from './sanctions-intake.service';
import { ScreeningService } from './screening.service';

@Module({
  imports: [SanctionsSourceModule],
  providers: [ListRoundsService, SanctionsIntakeService, ScreeningService],
  exports: [SanctionsIntakeService, ScreeningService],
})
export class ScreeningModule {}
