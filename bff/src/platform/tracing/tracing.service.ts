import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Config } from '../config/config';
import type { SpanRecorder } from './span-recorder';

/** Records traces where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector; otherwise OpenTelemetry is not even loaded. */
@Injectable()
export class TracingService implements OnModuleInit, OnApplicationShutdown {
  private recorder: SpanRecorder | undefined;

  constructor(
    private readonly adapters: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    const { traces } = this.config;
    if (!traces) return;
    const { SpanRecorder: Recorder } = await import('./span-recorder');
    this.recorder = new Recorder(traces);
    this.recorder.start(this.adapters.httpAdapter.getInstance<FastifyInstance>());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.recorder?.stop();
  }
}
