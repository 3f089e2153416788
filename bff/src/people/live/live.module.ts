import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EventStreams } from './event-streams.service';
import { EventsController } from './events.controller';
import { StreamMetricsService } from './stream-metrics.service';

@Module({
  imports: [AuthModule],
  controllers: [EventsController],
  providers: [EventStreams, StreamMetricsService],
})
export class LiveModule {}
