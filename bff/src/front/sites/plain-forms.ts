import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, errorText } from '@bank/contracts/errors';
import { type Language, languageCookie, languages } from '@bank/contracts/language';
import { ruleText } from '@bank/contracts/validation-texts';
import { isSecure } from '../../platform/http/cookies';
import { acceptBrowserForms } from '../../platform/http/forms';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { visitOf } from '../releases/visit';
import { hostContentPolicy } from '../remotes/content-policy';
import type { HostDocumentsService } from '../remotes/host-documents.service';
import type { Outcome } from '../remotes/plain-fill';
import { plainText } from '../remotes/plain-texts';
import { documentLanguage } from './document-language';
import { isOfOwnPage } from './own-page';
import { codeForm, codeFormHtml } from './plain-code-form';
import type { PlainForm } from './plain-form';
import { sessionCookie } from './session-cookie';

/** Bytes: the longest message, each of its characters percent-encoded. */
const formLimit = 64 * 1024;

const home = '/dashboard';

const forms: Record<string, PlainForm> = {
  '/login': {
    call: '/api/auth/login',
    fields: ['username', 'password'],
    secret: ['password'],
    body: ({ username, password }) => ({ email: username, username, password }),
  },
  '/signup': {
    call: '/api/auth/signup',
    fields: ['first_name', 'last_name', 'username', 'email', 'phone', 'password', 'confirmPassword'],
    secret: ['password', 'confirmPassword'],
    body: ({ confirmPassword: _, ...person }) => person,
  },
  '/contact': {
    call: '/api/contact',
    fields: ['firstName', 'lastName', 'email', 'phone', 'category', 'priority', 'subject', 'message'],
    body: (message) => message,
  },
};

/** The pages with a choice of language, which is a form as well. */
const pages = ['/', '/faq', '/status', ...Object.keys(forms)];

interface Answer {
  status: number;
  body: Record<string, unknown>;
  cookies: string[];
}

interface Sent {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
  pathname: string;
  form: PlainForm;
  typed: Record<string, string>;
}

/** Receives the forms of public pages from browsers without a script; a form of another site's page does nothing. */
export async function servePlainForms(
  server: FastifyInstance,
  config: Config,
  documents: HostDocumentsService,
): Promise<void> {
  const sender = new PlainFormSender(server, config, documents);
  await server.register(async (scope) => {
    acceptBrowserForms(scope, formLimit);
    for (const pathname of pages) {
      scope.post(pathname, async (request, reply) => {
        if (request.socket.localPort === config.port + 1) return reply.callNotFound();
        void reply.headers({
          ...securityHeaders('shell', config.shellOrigin),
          'Cache-Control': 'no-store',
        });
        const given = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        if (!isOfOwnPage(request, config.shellOrigin)) return reply.redirect(pathname, 303);
        const chosen = languages.find((language) => language === given.get('language'));
        if (chosen) return chooseLanguage(request, reply, chosen, config);
        const form = pathname === '/login' && given.has('mfa_token') ? codeForm : forms[pathname];
        if (!form) return reply.redirect(pathname, 303);
        const typed = Object.fromEntries(form.fields.map((name) => [name, given.get(name) ?? '']));
        return sender.send({ request, reply, pathname, form, typed, language: documentLanguage(request) });
      });
    }
  });
}

/** Turns a form into a call of the API inside this server, as if the same browser had made it, and answers with a page. */
class PlainFormSender {
  constructor(
    private readonly server: FastifyInstance,
    private readonly config: Config,
    private readonly documents: HostDocumentsService,
  ) {}

  async send(sent: Sent): Promise<FastifyReply> {
    const { form, typed, language, reply } = sent;
    const differ = 'confirmPassword' in typed && typed.password !== typed.confirmPassword;
    const answer = differ ? passwordsDiffer(language) : await this.call(sent, form.body(typed));
    if (answer.status >= 400) {
      const refused = answer.body as unknown as ErrorBody;
      const mayRetry = form === codeForm && refused.code !== 'MFA_EXPIRED';
      const again = mayRetry && {
        form: codeFormHtml(pendingOf(typed.mfa_token, typed.mailed), sent.request.url, language),
      };
      return this.show(sent, answer.status, { ...outcomeOf(refused), ...again });
    }
    if ('ticketId' in answer.body) {
      const text = plainText('contact.sent', language, { ticketId: String(answer.body.ticketId) });
      return this.show({ ...sent, typed: {} }, 200, { tone: 'status', text });
    }
    if ('mfa_required' in answer.body) {
      const next = codeFormHtml(
        pendingOf(answer.body.mfa_token, answer.body.mailed),
        sent.request.url,
        language,
      );
      void reply.header('Set-Cookie', answer.cookies);
      return this.show(sent, 200, { tone: 'status', text: plainText('login.code', language), form: next });
    }
    const session = sessionCookie(String(answer.body.refresh_token), this.config);
    return reply
      .header('Set-Cookie', [...answer.cookies, session])
      .redirect(destination(sent, this.config), 303);
  }

  /** The call on behalf of the browser: its address, its cookies and its language. */
  private async call({ request, form, language }: Sent, body: Record<string, unknown>): Promise<Answer> {
    const payload = JSON.stringify(body);
    const answer = await this.server.inject({
      method: 'POST',
      url: form.call,
      remoteAddress: request.ip,
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        'user-agent': request.headers['user-agent'],
        ...(request.headers.cookie && { cookie: request.headers.cookie }),
        // The same form sent twice, as by a reload, is one message. Keyed, since the stored key must reveal no password.
        'idempotency-key': createHmac('sha256', this.config.fingerprintKey).update(payload).digest('hex'),
      },
      payload,
    });
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return { status: answer.statusCode, body: answer.json(), cookies };
  }

  /** Answers with the page and the outcome of its form; redirects to the page if it cannot be rendered. */
  private async show(sent: Sent, status: number, outcome: Outcome): Promise<FastifyReply> {
    const { request, reply, pathname, form, typed, language } = sent;
    const shown = Object.entries(typed).filter(([name]) => !form.secret?.includes(name));
    const after = { outcome, typed: Object.fromEntries(shown) };
    const page = await this.documents.afterSending(pathname, visitOf(request, this.config), language, after);
    if (!page) return reply.redirect(pathname, 303);
    return reply
      .status(status)
      .header('Content-Security-Policy', hostContentPolicy(this.config, [], page.style))
      .type('text/html; charset=utf-8')
      .send(page.html);
  }
}

function chooseLanguage(request: FastifyRequest, reply: FastifyReply, language: Language, config: Config) {
  const written = languageCookie(language, isSecure(config));
  const { pathname, search } = new URL(config.shellOrigin + request.url);
  return reply.header('Set-Cookie', written).redirect(pathname + search, 303);
}

const pendingOf = (token: unknown, mailed: unknown) => ({
  token: String(token ?? ''),
  isMailed: Boolean(mailed),
});

const outcomeOf = ({ error, fields }: ErrorBody): Outcome => ({
  tone: 'alert',
  text: error,
  ...(fields && { fields }),
});

function passwordsDiffer(language: Language): Answer {
  const fields = { confirmPassword: ruleText('PASSWORDS_DIFFER', language) };
  return { status: 422, body: { error: errorText('INVALID_FIELDS', language), fields }, cookies: [] };
}

/** The page that the person wanted before signing in, if it is one of this site; a new customer's is the home. */
function destination({ request, pathname }: Sent, { shellOrigin }: Config): string {
  const wanted = pathname === '/login' ? new URL(shellOrigin + request.url).searchParams.get('from') : null;
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, shellOrigin)) return home;
  const { origin, pathname: to, search } = new URL(wanted, shellOrigin);
  // Several slashes at the beginning would name another host.
  return origin === new URL(shellOrigin).origin ? to.replace(/^[/\\]+/, '/') + search : home;
}
