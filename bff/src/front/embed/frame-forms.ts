import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { continuePath, payPath } from '@bank/contracts/routes';
import { acceptBrowserForms } from '../../platform/http/forms';
import { securityHeaders } from '../../platform/http/security-headers';
import { Config } from '../../platform/config/config';
import { browserSecretCookie } from './browser-secret';
import { ContinueService } from './continue.service';
import { EmbedAdmission } from './embed-admission.service';
import { paymentRequestCookie, PaymentRequests } from './payment-requests.service';

/** Bytes: the longest form is that of a payment, whose texts may be three bytes a character, percent-encoded. */
const formLimit = 4_000;

/**
 * Receives the forms that frames post to the bank in a new tab. The browser's `Origin` header distinguishes them from forms
 * of other pages, and a pasted link posts no form, so only the browser in which a person acted brings something. Every
 * request is redirected to the bank's own page.
 */
export async function serveFrameForms(server: FastifyInstance, app: NestFastifyApplication): Promise<void> {
  const config = app.get(Config);
  const applications = app.get(ContinueService);
  const payments = app.get(PaymentRequests);
  await server.register(async (scope) => {
    acceptBrowserForms(scope, formLimit);
    serveForm(scope, app, continuePath, {
      cookieOf: async (form) => {
        const bound = await applications.bind(form.get('code') ?? '');
        return bound && browserSecretCookie(bound.secret, bound.seconds, config);
      },
    });
    serveForm(scope, app, payPath, {
      cookieOf: async (form) => {
        const sealed = await payments.seal(Object.fromEntries(form));
        return sealed === undefined ? undefined : paymentRequestCookie(sealed, config);
      },
      // The page would otherwise show the payment that an earlier form asked for.
      otherwise: paymentRequestCookie('', config),
    });
  });
}

interface FrameForm {
  /** What the browser keeps of a form from a frame; undefined for one that is not valid. */
  cookieOf: (form: URLSearchParams) => Promise<string | undefined>;
  /** The cookie for a form from a frame that is not valid, or one too many. */
  otherwise?: string;
}

function serveForm(
  scope: FastifyInstance,
  app: NestFastifyApplication,
  at: string,
  { cookieOf, otherwise }: FrameForm,
) {
  const config = app.get(Config);
  const admission = app.get(EmbedAdmission);
  const headers = { ...securityHeaders('document', config.shellOrigin), 'Cache-Control': 'no-store' };
  scope.post(at, async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers(headers);
    // A person reads what comes back: too many forms lead to the bank's page as well, and bring nothing.
    if (isFromFrame(request, admission)) {
      const isAdmitted = await admission.admitsForm(request);
      const kept = isAdmitted ? await cookieOf(request.body as URLSearchParams) : undefined;
      const cookie = kept ?? otherwise;
      if (cookie) void reply.header('Set-Cookie', cookie);
    }
    return reply.redirect(at, 303);
  });
}

/** A form from one of the bank's frames that navigates a whole tab, not a frame. */
function isFromFrame(request: FastifyRequest, admission: EmbedAdmission): boolean {
  const destination = request.headers['sec-fetch-dest'];
  const isPage = destination === undefined || destination === 'document';
  return isPage && admission.isFromFrame(request) && request.body instanceof URLSearchParams;
}
