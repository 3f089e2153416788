import fastifyStatic from '@fastify/static';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import readerFolder from 'swagger-ui-dist/absolute-path.js';
import { openApi } from './document';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bank PCS: API reference</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true });\n`;

const readerFiles = new Set(['/favicon-32x32.png', '/swagger-ui.css', '/swagger-ui-bundle.js']);

/** Serves the OpenAPI document at /api/openapi.json and Swagger UI, without foreign origins, at /api/docs. */
export async function serveReference(app: NestFastifyApplication, root: Type): Promise<void> {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  // Written at the first request: it takes a tenth of the start of a server.
  let document: string | undefined;
  server.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openApi(root)))),
  );
  server.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  server.get('/api/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  await server.register(fastifyStatic, {
    root: readerFolder(),
    prefix: '/api/docs/',
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => readerFiles.has(path),
  });
}
