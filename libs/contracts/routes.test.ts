import { matchPath, routeFor } from './routes';

const routes = [
  { path: '/', aliases: [] },
  { path: '/dashboard', aliases: ['/dashboard/overview'] },
  { path: '/users/:id', aliases: [] },
];

it.each([
  ['/', '/'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/', '/dashboard'],
  ['/dashboard/overview', '/dashboard'],
  ['/users/7', '/users/:id'],
])('%s opens %s', (pathname, path) => {
  expect(routeFor(routes, pathname)?.path).toBe(path);
});

it.each(['/dashboards', '/users', '/users/7/8'])('%s opens no route', (pathname) => {
  expect(routeFor(routes, pathname)).toBeUndefined();
});

it('names the segments of a path as they are written', () => {
  expect(matchPath('/users/:id/cards/:card', '/users/7/cards/a%20b/')).toEqual({ id: '7', card: 'a%20b' });
  expect(matchPath('/users', '/users')).toEqual({});
  expect(matchPath('/users/:id', '/users')).toBeUndefined();
});
