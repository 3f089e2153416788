import '../../../../tests/support/host-document';
import payments from '../../remote.json';
import users from '../../../admin-users/remote.json';
import { pagePermissions } from './permitted-link';

it('asks for the permission with which the navigation shows the page', () => {
  const entries = [...payments.nav, ...users.nav];
  const ofNavigation = Object.keys(pagePermissions).map((page) => [
    page,
    entries.find(({ path }) => path === page)?.permission,
  ]);
  expect(Object.fromEntries(ofNavigation)).toEqual(pagePermissions);
});
