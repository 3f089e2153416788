import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config';
import { MetricsService } from './metrics.service';

/** Serves `GET /metrics` on a port of its own, which no proxy forwards: it has no sign-in. */
@Injectable()
export class MetricsServerService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly metrics: MetricsService,
  ) {}

  /** @throws Error when the port is taken. */
  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, metricsHost } = this.config;
    if (metricsPort === undefined) return;
    this.server = createServer((request, response) => void this.respond(request, response));
    this.server.listen(metricsPort, metricsHost);
    await once(this.server, 'listening');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await this.metrics.text();
      response.writeHead(200, { 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' });
      response.end(text);
    } catch (error) {
      this.logger.error('metrics were not collected', (error as Error).stack);
      response.writeHead(500).end();
    }
  }
}
