import { Module } from '@nestjs/common';
import { TracingService } from './tracing.service';

@Module({ providers: [TracingService] })
export class TracingModule {}
