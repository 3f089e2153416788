import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { LoggerModule } from 'nestjs-pino';
import { Config } from '../config/config';
import { SharedLimits } from '../security/shared-limits.service';
import { HttpMetricsService } from './http-metrics.service';
import { Idempotency } from './idempotency.service';
import { logging } from './logging';
import { Slices } from './slices.service';
import { throttleOptions } from './throttle';

/** Global guards, filters, interceptors and pipes are provided by `AppModule`, which sets their order. */
@Global()
@Module({
  imports: [
    LoggerModule.forRootAsync({ inject: [Config], useFactory: logging }),
    ThrottlerModule.forRootAsync({ inject: [Config, SharedLimits], useFactory: throttleOptions }),
  ],
  providers: [HttpMetricsService, Idempotency, Slices],
  exports: [Idempotency, Slices],
})
export class HttpModule {}
