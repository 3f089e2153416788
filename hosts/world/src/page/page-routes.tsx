import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EventEmitter } from 'node:events';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { namedAccounts } from '../accounts/accounts';
import { latestCardPayments } from '../cards/card-payments';
import { businessDay } from '../accounts/entries';
import { knownCustomers, knownMandates, latestPayments } from '../clearing/payments';
import { openRecalls } from '../clearing/recalls';
import { latestMessages, messageById, waitingMessages } from '../messages/history';
import type { Database } from '../database/database';
import { PlayError } from '../play/play';
import { Document } from './document';
import type { Typed } from './fields';
import { Home, type HomeData } from './home';
import { MessageDetail } from './message-list';
import { type Actions, faultyFields, forms, type Values } from './page-forms';
import { type Language, languageOf, type TextKey, wordsOf } from './texts';

interface PageOptions extends Actions {
  database: Database;
  changes: EventEmitter;
  bankUrl: string;
  now: () => Date;
}

/** The folder of the page's style sheet, script and icon; the program runs in the repository's root. */
const publicFolder = path.resolve('hosts/world/public');

/** Nothing inline, nothing from elsewhere, no frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  // With no referrer at all, browsers would send forms without their origin.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** The page on which a person plays the world, and its forms, which work without a script. */
export function registerPage(server: FastifyInstance, options: PageOptions): void {
  void server.register(fastifyStatic, { root: publicFolder, prefix: '/assets/' });
  const page = new Page(options);
  server.get('/', async (request, reply) => {
    const query = request.query as Values;
    const done = `done.${query.done ?? ''}` as TextKey;
    return page.home(reply, languageOf(query.lang), {
      done: query.done && query.done in forms ? done : undefined,
    });
  });
  server.get<{ Params: { id: string } }>('/messages/:id', async (request, reply) =>
    page.message(reply, languageOf((request.query as Values).lang), Number(request.params.id)),
  );
  // A refused form leaves its own address in the browser, where nothing is to be read.
  server.setNotFoundHandler(async (request, reply) =>
    request.headers.accept?.includes('text/html')
      ? page.notFound(reply, languageOf((request.query as Values).lang))
      : reply.code(404).send({ error: 'not found' }),
  );
  for (const name of Object.keys(forms)) {
    server.post(`/${name}`, async (request, reply) =>
      page.submit(reply, name, (request.body ?? {}) as Values),
    );
  }
  registerEvents(server, options.changes);
}

/** The sections that show the results of forms of other sections. */
const anchors: Record<string, string> = {
  decisions: 'payments',
  statements: 'files',
  cardReconciliations: 'cardActions',
  cardProofs: 'cardActions',
};

class Page {
  constructor(private readonly options: PageOptions) {}

  async home(
    reply: FastifyReply,
    language: Language,
    { typed, done }: { typed?: Typed; done?: TextKey } = {},
  ): Promise<FastifyReply> {
    const words = wordsOf(language);
    const data = await this.data();
    const content = <Home context={{ words, ...(typed && { typed }) }} data={data} {...(done && { done })} />;
    const title = words.t('title');
    const other = `/?lang=${language === 'fr' ? 'en' : 'fr'}`;
    return send(
      reply,
      <Document words={words} title={title} other={other} bankUrl={this.options.bankUrl} live>
        {content}
      </Document>,
    );
  }

  async message(reply: FastifyReply, language: Language, id: number): Promise<FastifyReply> {
    const words = wordsOf(language);
    const found = Number.isSafeInteger(id) ? await messageById(this.options.database, id) : undefined;
    if (!found) return this.notFound(reply, language);
    const title = `${words.t('message', { id })} — ${words.t('name')}`;
    const other = `/messages/${id}?lang=${language === 'fr' ? 'en' : 'fr'}`;
    return send(
      reply,
      <Document words={words} title={title} other={other} bankUrl={this.options.bankUrl}>
        <MessageDetail words={words} message={found} />
      </Document>,
    );
  }

  async notFound(reply: FastifyReply, language: Language): Promise<FastifyReply> {
    const words = wordsOf(language);
    const title = `${words.t('notFound')} — ${words.t('name')}`;
    const other = `/?lang=${language === 'fr' ? 'en' : 'fr'}`;
    return send(
      reply.code(404),
      <Document words={words} title={title} other={other} bankUrl={this.options.bankUrl}>
        <article className="card wide">
          <h1>{words.t('notFound')}</h1>
          <p>
            <a href={`/?lang=${language}`}>{words.t('back')}</a>
          </p>
        </article>
      </Document>,
    );
  }

  /** Runs a form's action and redirects to the page; a refused form is shown again as it was typed. */
  async submit(reply: FastifyReply, form: string, { lang, ...values }: Values): Promise<FastifyReply> {
    const language = languageOf(lang);
    try {
      await forms[form]?.(values, this.options);
      return reply.redirect(`/?lang=${language}&done=${form}#${anchors[form] ?? form}`, 303);
    } catch (error) {
      const faults = faultsOf(error);
      if (!faults) reply.log.error(error);
      void reply.code(faults ? 422 : 500);
      return this.home(reply, language, { typed: { form, values, faults: faults ?? ['OTHER'] } });
    }
  }

  private async data(): Promise<HomeData> {
    const { database, misbehaviour, rates: published, telephones, browsers: known, now } = this.options;
    const [
      accounts,
      payments,
      recalls,
      messages,
      customers,
      mandates,
      waiting,
      rates,
      texts,
      browsers,
      pushes,
      cardPayments,
      areProved,
    ] = await Promise.all([
      namedAccounts(database),
      latestPayments(database, 20),
      openRecalls(database),
      latestMessages(database, 20),
      knownCustomers(database, 20),
      knownMandates(database, 20),
      waitingMessages(database),
      published.list(),
      telephones.latest(20),
      known.list(20),
      known.latest(20),
      latestCardPayments(database, 20),
      this.options.requests.areProved(),
    ]);
    const today = businessDay(now());
    return {
      accounts,
      payments,
      recalls,
      messages,
      customers,
      mandates,
      waiting,
      rates,
      texts,
      cardPayments,
      areProved,
      browsers,
      pushes,
      today,
      misbehaviour: misbehaviour.state(),
    };
  }
}

/** The invalid fields or the code of a refused form; undefined for an internal error. */
function faultsOf(error: unknown): string[] | undefined {
  if (error instanceof z.ZodError) return faultyFields(error);
  return error instanceof PlayError ? [error.code] : undefined;
}

const send = (reply: FastifyReply, document: ReactElement): FastifyReply =>
  reply
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${renderToStaticMarkup(document)}`);

/** At most one event in this time, ms. */
const quietMs = 500;

/** Server-sent events: one without content whenever something changed. */
function registerEvents(server: FastifyInstance, changes: EventEmitter): void {
  changes.setMaxListeners(100);
  server.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    reply.raw.write('retry: 2000\n\n');
    let timer: NodeJS.Timeout | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reply.raw.write('data: changed\n\n');
      }, quietMs);
    };
    changes.on('change', changed);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      changes.off('change', changed);
    });
  });
}
