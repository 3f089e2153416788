import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Counter, Histogram } from 'prom-client';
import { MetricsService } from '../metrics/metrics.service';

const buckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Routes whose response lasts as long as a page is open. */
const isEndless = (route: string) => route.endsWith('/events');

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

/** No status of HTTP: nginx logs it for callers who hang up. */
const hungUp = 499;

/** Counts and times requests by their route, never by their address, whose parts may name people. */
@Injectable()
export class HttpMetricsService implements OnModuleInit {
  private readonly requests: Counter;
  private readonly durations: Histogram;

  constructor(
    private readonly adapters: HttpAdapterHost,
    metrics: MetricsService,
  ) {
    const name = 'bank_http_requests_total';
    const labels = ['method', 'route', 'status'];
    this.requests = metrics.counter({
      name,
      help: 'Requests that ended; with status 499 those whose callers hung up before the end of the response.',
      labels,
    });
    this.durations = metrics.histogram(
      {
        name: 'bank_http_request_duration_seconds',
        help: 'Time to the end of a response, without event streams.',
        labels: ['method', 'route'],
      },
      buckets,
    );
  }

  /** Before Fastify is ready, so that the hooks hold for every route. */
  onModuleInit(): void {
    const server = this.adapters.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onResponse', (request, reply, done) => {
      this.record(request, reply, reply.statusCode);
      done();
    });
    // Fastify runs `onResponse` for no caller that hangs up: a bank too slow for its callers would seem to have no calls.
    server.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished && !isEndless(routeOf(request))) this.record(request, reply, hungUp);
      });
      done();
    });
  }

  private record(request: FastifyRequest, reply: FastifyReply, status: number): void {
    const { method } = request;
    const route = routeOf(request);
    this.requests.inc({ method, route, status: String(status) });
    if (!isEndless(route)) this.durations.observe({ method, route }, reply.elapsedTime / 1000);
  }
}
