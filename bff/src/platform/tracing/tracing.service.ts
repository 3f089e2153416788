import { tracingChannel } from 'node:diagnostics_channel';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  context,
  defaultTextMapGetter,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { statementName } from './statement-name';

const propagator = new W3CTraceContextPropagator();

/** What mysql2 publishes of a packet, with the span we add. */
interface TracedQuery {
  query: string;
  span?: Span;
  error?: Error;
}

/**
 * Records spans and sends them to `OTEL_EXPORTER_OTLP_ENDPOINT` in the background: of a call with its route, and of each packet
 * that the database got during it. A caller's `traceparent` (W3C Trace Context) is continued, but it does not decide what is
 * sampled: any page can send one. Spans name routes and tables, no addresses, values or people.
 */
@Injectable()
export class TracingService implements OnModuleInit, OnApplicationShutdown {
  private readonly provider: TracerProvider | undefined;
  private readonly spans = new WeakMap<FastifyRequest, Span>();
  private unwatch = () => {};

  constructor(
    private readonly adapters: HttpAdapterHost,
    { traces }: Config,
  ) {
    if (!traces) return;
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'bank' }),
      sampler: new TraceIdRatioBasedSampler(traces.share),
      spanProcessors: [
        new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${traces.url}/v1/traces` }) }),
      ],
    });
  }

  /** Before Fastify is ready, so that the hooks hold for every route. */
  onModuleInit(): void {
    if (!this.provider) return;
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const server = this.adapters.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onRequest', (request, _reply, done) => this.begin(request, done));
    server.addHook('onResponse', async (request, reply) => this.end(request, reply));
    this.watchStatements();
  }

  async onApplicationShutdown(): Promise<void> {
    this.unwatch();
    // A collector that is away loses spans, and does not keep the server from stopping.
    await this.provider?.shutdown().catch(() => undefined);
  }

  private get tracer() {
    return (this.provider ?? trace).getTracer('bank');
  }

  /** The rest of the request runs in the context of its span. */
  private begin(request: FastifyRequest, done: () => void): void {
    const caller = propagator.extract(context.active(), request.headers, defaultTextMapGetter);
    const name = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER }, caller);
    span.setAttribute('bank.request_id', request.id);
    this.spans.set(request, span);
    context.with(trace.setSpan(caller, span), done);
  }

  private end(request: FastifyRequest, { statusCode }: FastifyReply): void {
    const span = this.spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  }

  private watchStatements(): void {
    const subscribers = {
      start: (traced: TracedQuery) => {
        // Background work, such as polling for events, makes no traces.
        if (!trace.getSpan(context.active())?.isRecording()) return;
        traced.span = this.tracer.startSpan(statementName(traced.query), { kind: SpanKind.CLIENT });
      },
      asyncStart: ({ span, error }: TracedQuery) => {
        if (error)
          span?.setStatus({ code: SpanStatusCode.ERROR, message: (error as NodeJS.ErrnoException).code });
        span?.end();
      },
      ...{ end: () => undefined, asyncEnd: () => undefined, error: () => undefined },
    };
    const channel = tracingChannel<TracedQuery>('mysql2:query');
    channel.subscribe(subscribers);
    this.unwatch = () => void channel.unsubscribe(subscribers);
  }
}
