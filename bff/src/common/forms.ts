import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { kycLimits } from '@bank/contracts/kyc';
import { Failure } from './failure';

/** `@RouteConfig(takesForm)` lets a route receive files; every other one refuses forms (see `acceptJsonOnly`). */
export const takesForm = { form: true };

const limits = {
  files: kycLimits.files,
  fileSize: kycLimits.fileBytes,
  fields: 40,
  fieldSize: 4 * 1024,
  parts: 60,
};

/** Reads forms with files on the routes that take them, part by part as they arrive. */
export async function acceptForms(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await server.register(multipart, { limits });
  server.addHook('onRequest', async (request) => {
    const takes = (request.routeOptions.config as { form?: boolean }).form ?? false;
    const sends = /^multipart\//i.test(request.headers['content-type'] ?? '');
    if (sends && !takes) throw new Failure('UNSUPPORTED_MEDIA_TYPE');
  });
}
