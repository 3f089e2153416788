import { Global, Module } from '@nestjs/common';
import { Config, readConfig } from './config';

@Global()
@Module({ providers: [{ provide: Config, useFactory: () => readConfig() }], exports: [Config] })
export class ConfigModule {}
