import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The limit of unsent bytes, above which the connection of a slow reader is closed. */
const maxUnsentBytes = 256 * 1024;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Keeps proxies from buffering events.
  'x-accel-buffering': 'no',
};

/** A text/event-stream response: the HTTP adapter of `EventStreams`. */
export class EventResponse {
  private readonly raw: ServerResponse;

  constructor(private readonly reply: FastifyReply) {
    this.raw = reply.raw;
  }

  onClose(listener: () => void): void {
    this.raw.on('close', listener);
  }

  /** Sends the headers, to a HEAD nothing else; earlier writes are dropped. */
  open(): void {
    this.reply.hijack();
    this.reply.headers(streamHeaders);
    this.raw.writeHead(200, this.reply.getHeaders() as OutgoingHttpHeaders);
    if (this.reply.request.method === 'HEAD') this.end();
    else this.write(':\n\n');
  }

  write(text: string): void {
    if (!this.raw.headersSent || this.raw.writableEnded) return;
    if (this.raw.writableLength > maxUnsentBytes) this.raw.destroy();
    else this.raw.write(text);
  }

  end(): void {
    if (this.raw.headersSent) this.raw.end();
  }
}
