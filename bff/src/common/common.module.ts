import { Global, Module } from '@nestjs/common';
import { Config, readConfig } from '../config';
import { AddressLimits } from './address-limits';
import { Background } from './background';
import { Chance } from './chance';
import { Clock } from './clock';
import { SharedFiles } from './shared-files';

@Global()
@Module({
  providers: [
    AddressLimits,
    Background,
    Chance,
    Clock,
    SharedFiles,
    { provide: Config, useFactory: () => readConfig() },
  ],
  exports: [AddressLimits, Background, Chance, Clock, Config, SharedFiles],
})
export class CommonModule {}
