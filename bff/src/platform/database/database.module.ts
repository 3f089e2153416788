import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { databaseOptions } from './connection-options';
import { Database } from './database';
import { DatabaseMetricsService } from './database-metrics.service';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: async (config: Config) => ({
        ...(await databaseOptions(config)),
        autoLoadEntities: true,
        // `databaseOptions` has already waited for the database.
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [
    { provide: Database, inject: [DataSource], useFactory: (source: DataSource) => new Database(source) },
    DatabaseMetricsService,
  ],
  exports: [Database],
})
export class DatabaseModule {}
