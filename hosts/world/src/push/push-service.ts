import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Browsers } from './browsers';
import { senderFault } from './vapid';

/** The most that a push service has to take (RFC 8030, section 7.2). */
const longestBody = 4_096;

const headersSchema = z.object({
  'content-encoding': z.literal('aes128gcm'),
  ttl: z.coerce.number().int().min(0),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
});

/** The push service of the browsers' maker: takes messages of senders that prove who they are (RFC 8030, 8292). */
export function registerPushService(server: FastifyInstance, browsers: Browsers, now: () => Date): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { id: string } }>('/push/:id', (request, reply) =>
      take(request, reply, browsers, now()),
    );
  });
}

async function take(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  browsers: Browsers,
  now: Date,
): Promise<FastifyReply> {
  const browser = await browsers.find(request.params.id);
  if (!browser) return reply.code(404).send();
  if (browser.state === 'gone') return reply.code(410).send();
  if (browser.state === 'fails') return reply.code(500).send();
  if (browser.state === 'silent') return reply.hijack();
  const sender = { origin: `http://${request.host}`, expected: browser.application_key, now };
  const fault = senderFault(request.headers.authorization, sender);
  if (fault) return reply.code(fault).send();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (body.length > longestBody) return reply.code(413).send();
  const headers = headersSchema.safeParse(request.headers).data;
  if (!headers) return reply.code(400).send();
  const { ttl, urgency, topic = null } = headers;
  await browsers.deliver(browser.id, body, { ttl, urgency, topic });
  return reply.code(201).header('location', `${sender.origin}/push/${browser.id}/messages`).send();
}
