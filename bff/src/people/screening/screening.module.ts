import { Module } from '@nestjs/common';
import { SanctionsSourceModule } from '../../ports/sanctions/sanctions.module';
import { SanctionsIntakeService } from './sanctions-intake.service';
import { ScreeningService } from './screening.service';

@Module({
  imports: [SanctionsSourceModule],
  providers: [SanctionsIntakeService, ScreeningService],
  exports: [SanctionsIntakeService, ScreeningService],
})
export class ScreeningModule {}
