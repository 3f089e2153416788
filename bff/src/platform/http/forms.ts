import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { kycLimits } from '@bank/contracts/kyc';
import { ApiException } from '../errors/api-exception';

/** `@RouteConfig(acceptsMultipart)` lets a route receive files; every other one refuses forms (see `acceptJsonOnly`). */
export const acceptsMultipart = { form: true };

const limits = {
  files: kycLimits.files,
  fileSize: kycLimits.fileBytes,
  fields: 40,
  /** Bytes. Above every maximum of the contracts, at most 5 000 characters of at most four bytes. */
  fieldSize: 32 * 1024,
  parts: 60,
};

/** Registers the streaming parser of multipart forms, and refuses them on routes that do not accept them. */
export async function acceptForms(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await server.register(multipart, { limits });
  server.addHook('onRequest', async (request) => {
    const isAccepted = (request.routeOptions.config as { form?: boolean }).form ?? false;
    const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '');
    if (isMultipart && !isAccepted) throw new ApiException('UNSUPPORTED_MEDIA_TYPE');
  });
}

/** Lets the routes of a scope take the forms that a browser sends by itself: the body is `URLSearchParams`. */
export function acceptBrowserForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}
