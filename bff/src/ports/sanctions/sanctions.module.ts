import { Module } from '@nestjs/common';
import { OpenSanctionsListService } from './opensanctions-list.service';
import { SanctionsSource } from './sanctions-source';

@Module({
  providers: [{ provide: SanctionsSource, useClass: OpenSanctionsListService }],
  exports: [SanctionsSource],
})
export class SanctionsSourceModule {}
