import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config, readConfig } from './config/config';
import { AddressLimits } from './security/address-limits.service';
import { BackgroundTasks } from './tasks/background-tasks.service';
import { RandomSource } from './security/random-source.service';
import { Clock } from './time/clock.service';
import { Database } from './database/database';
import { Idempotency } from './http/idempotency.service';
import { SharedFiles } from './files/shared-files.service';

@Global()
@Module({
  providers: [
    AddressLimits,
    BackgroundTasks,
    RandomSource,
    Clock,
    Idempotency,
    SharedFiles,
    { provide: Database, inject: [DataSource], useFactory: (source: DataSource) => new Database(source) },
    { provide: Config, useFactory: () => readConfig() },
  ],
  exports: [AddressLimits, BackgroundTasks, RandomSource, Clock, Config, Database, Idempotency, SharedFiles],
})
export class PlatformModule {}
