import { Global, Module } from '@nestjs/common';
import { Config, readConfig } from '../config';
import { AddressLimits } from './address-limits';
import { Background } from './background';
import { Chance } from './chance';
import { Clock } from './clock';

@Global()
@Module({
  providers: [AddressLimits, Background, Chance, Clock, { provide: Config, useFactory: () => readConfig() }],
  exports: [AddressLimits, Background, Chance, Clock, Config],
})
export class CommonModule {}
