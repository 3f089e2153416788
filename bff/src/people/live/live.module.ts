import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EventStreams } from './event-streams.service';
import { EventsController } from './events.controller';

@Module({ imports: [AuthModule], controllers: [EventsController], providers: [EventStreams] })
export class LiveModule {}
