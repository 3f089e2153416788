import { Global, Module } from '@nestjs/common';
import { AddressLimits } from './address-limits.service';
import { RandomSource } from './random-source.service';
import { SharedLimits } from './shared-limits.service';

@Global()
@Module({
  providers: [AddressLimits, RandomSource, SharedLimits],
  exports: [AddressLimits, RandomSource, SharedLimits],
})
export class SecurityModule {}
