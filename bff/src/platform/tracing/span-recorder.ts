import { tracingChannel } from 'node:diagnostics_channel';
import {
  context,
  defaultTextMapGetter,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statementName } from './statement-name';

const propagator = new W3CTraceContextPropagator();

/** The tracing context of mysql2 for a packet, with the span we add. */
interface TracedQuery {
  query: string;
  span?: Span;
  error?: Error;
}

/** The address that spans are sent to, and the share of calls that get them. */
interface Collector {
  url: string;
  share: number;
}

/**
 * Records spans and sends them to a collector in the background: of a call with its route, and of each packet that the database
 * got during it. A caller's `traceparent` (W3C Trace Context) is continued, but it does not decide what is sampled: any page can
 * send one. Spans name routes and tables, no addresses, values or people.
 */
export class SpanRecorder {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly spans = new WeakMap<FastifyRequest, Span>();
  private unwatch = () => {};

  constructor({ url, share }: Collector) {
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'bank' }),
      sampler: new TraceIdRatioBasedSampler(share),
      spanProcessors: [
        new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${url}/v1/traces` }) }),
      ],
    });
    this.tracer = this.provider.getTracer('bank');
  }

  /** Records from now on. Call it before Fastify is ready, so that the hooks hold for every route. */
  start(server: FastifyInstance): void {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    server.addHook('onRequest', (request, _reply, done) => this.begin(request, done));
    server.addHook('onResponse', async (request, reply) => this.end(request, reply));
    this.watchStatements();
  }

  /** Sends what is left. A collector that is away loses spans, and does not keep the server from stopping. */
  async stop(): Promise<void> {
    this.unwatch();
    await this.provider.shutdown().catch(() => undefined);
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
      end: () => undefined,
      asyncEnd: () => undefined,
      error: () => undefined,
    };
    const channel = tracingChannel<TracedQuery>('mysql2:query');
    channel.subscribe(subscribers);
    this.unwatch = () => void channel.unsubscribe(subscribers);
  }
}
