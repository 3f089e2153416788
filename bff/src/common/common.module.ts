import { Global, Module } from '@nestjs/common';
import { Config, readConfig } from '../config';
import { Background } from './background';
import { Chance } from './chance';
import { Clock } from './clock';

@Global()
@Module({
  providers: [Background, Chance, Clock, { provide: Config, useFactory: () => readConfig() }],
  exports: [Background, Chance, Clock, Config],
})
export class CommonModule {}
