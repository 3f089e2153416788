import { Global, Module } from '@nestjs/common';
import { Config, readConfig } from '../config';
import { Background } from './background';
import { Chance } from './chance';
import { Clock } from './clock';
import { SharedFiles } from './shared-files';

@Global()
@Module({
  providers: [Background, Chance, Clock, SharedFiles, { provide: Config, useFactory: () => readConfig() }],
  exports: [Background, Chance, Clock, Config, SharedFiles],
})
export class CommonModule {}
