import {
  contentDigest,
  type RailKey,
  SignatureError,
  signResponse,
  type Verified,
  verifyRequest,
} from '@bank/contracts/rails/signature';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, contentType } from '../messages/answer';
import type { Inbox } from '../messages/inbox';
import { cutOff, wrongKey } from '../misbehaviour/distortions';
import type { Drawn, Misbehaviour } from '../misbehaviour/misbehaviour';

/** A route of the world whose requests the bank signs with `key`. */
export interface SignedRoute {
  path: string;
  key: RailKey;
  /** Its work is done when it answers. */
  handler: (body: Buffer, faults: Drawn) => Promise<Answer>;
}

/** Routes whose requests and responses are signed; a request that is unsigned, old, altered or replayed is refused. */
export class SignedRoutes {
  constructor(
    private readonly inbox: Inbox,
    private readonly misbehaviour: Misbehaviour,
    private readonly now: () => Date,
  ) {}

  register(server: FastifyInstance, routes: readonly SignedRoute[]): void {
    void server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      for (const route of routes) {
        scope.post(route.path, (request, reply) => this.handle(request, reply, route));
      }
    });
  }

  private async handle(request: FastifyRequest, reply: FastifyReply, { key, handler }: SignedRoute) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const verified = await this.verify(request, key, body);
    if (!verified) return reply.code(401).type('text/plain').send('The signature is refused.');
    const faults = this.misbehaviour.draw();
    if (faults.has('no_answer')) return hang(reply);
    const answer = await handler(body, faults);
    if (answer.silent || faults.has('acts_without_answer')) return hang(reply);
    const lateMs = faults.has('late_answer') ? this.misbehaviour.state().lateSeconds * 1000 : 0;
    await leftOrLate(reply, Math.max(lateMs, answer.delayMs ?? 0));
    const text = faults.has('malformed') ? cutOff(answer.body) : answer.body;
    const digest = contentDigest(text);
    const signature = await signResponse(
      faults.has('wrong_signature') ? wrongKey(key) : key,
      { status: answer.status, digest },
      { at: this.now(), nonce: verified.nonce },
    );
    return reply
      .code(answer.status)
      .headers({ ...signature, 'content-digest': digest })
      .type(contentType(answer))
      .send(text);
  }

  private async verify(request: FastifyRequest, key: RailKey, body: Buffer): Promise<Verified | undefined> {
    try {
      const { method, url, headers, host } = request;
      const signed = { method, url: `http://${host}${url}`, headers: headers as Record<string, string> };
      const verified = await verifyRequest([key], signed, { digest: contentDigest(body), at: this.now() });
      if (isNonce(verified.nonce) && (await this.inbox.isNew(verified.nonce))) return verified;
      request.log.warn('a signed request was replayed');
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      request.log.warn(`a request was refused: ${error.fault}`);
    }
    return undefined;
  }
}

const isNonce = (text: string) => /^[\x21-\x7e]{1,80}$/.test(text);

/** Keeps the connection open without an answer, until the caller or the end of the world closes it. */
function hang(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}

/** Resolves after `ms`, or when the caller has left. */
function leftOrLate(reply: FastifyReply, ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
