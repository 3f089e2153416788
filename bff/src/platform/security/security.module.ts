import { Global, Module } from '@nestjs/common';
import { AddressLimits } from './address-limits.service';
import { RandomSource } from './random-source.service';

@Global()
@Module({ providers: [AddressLimits, RandomSource], exports: [AddressLimits, RandomSource] })
export class SecurityModule {}
