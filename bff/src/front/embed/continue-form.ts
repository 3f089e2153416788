import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { continuePath } from '@bank/contracts/routes';
import { securityHeaders } from '../../platform/http/security-headers';
import { Config } from '../../platform/config/config';
import { browserSecretCookie } from './browser-secret';
import { ContinueService } from './continue.service';
import { EmbedAdmission } from './embed-admission.service';

/** Bytes: the form has one field, the code. */
const formLimit = 200;

/**
 * Receives the form that a frame posts to the bank in a new tab. The browser's `Origin` header distinguishes it from forms
 * of other pages, and a pasted link posts no form, so only the browser in which a person typed gets the secret. Every
 * request is redirected to the page that asks for the password.
 */
export async function serveContinueForm(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const config = app.get(Config);
  const admission = app.get(EmbedAdmission);
  const applications = app.get(ContinueService);
  const headers = { ...securityHeaders('document', config.shellOrigin), 'Cache-Control': 'no-store' };
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post(continuePath, async (request, reply) => {
      await admission.limitContinueForms(request);
      void reply.headers(headers);
      const code = isContinueForm(request, admission) && (request.body as URLSearchParams).get('code');
      const bound = code ? await applications.bind(code) : undefined;
      if (bound) void reply.header('Set-Cookie', browserSecretCookie(bound.secret, bound.seconds, config));
      return reply.redirect(continuePath, 303);
    });
  });
}

/** A form from one of the bank's frames that navigates a whole tab, not a frame. */
function isContinueForm(request: FastifyRequest, admission: EmbedAdmission): boolean {
  const destination = request.headers['sec-fetch-dest'];
  const isPage = destination === undefined || destination === 'document';
  return isPage && admission.isFromFrame(request) && request.body instanceof URLSearchParams;
}
