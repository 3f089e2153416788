import { fastify } from 'fastify';
import { ApiMethods } from './methods';

it('knows which methods a path of the API accepts', async () => {
  const server = fastify();
  const methods = new ApiMethods(server);
  server.get('/api/sessions', async () => '');
  server.delete('/api/sessions/:id', async () => '');
  server.get('/*', async () => '');
  await server.ready();
  expect(methods.allowed('/api/sessions')).toBe('GET, HEAD');
  expect(methods.allowed('/api/sessions/12')).toBe('DELETE');
  expect(methods.allowed('/api/sessions/12/more')).toBeUndefined();
  expect(methods.allowed('/api/sessions/')).toBeUndefined();
  expect(methods.allowed(`/api/sessions/${'9'.repeat(101)}`)).toBeUndefined();
  expect(methods.allowed('/api/other')).toBeUndefined();
});
