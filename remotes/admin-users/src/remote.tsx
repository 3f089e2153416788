import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';

const Users = lazy(async () => ({ default: (await import('./users/users-page')).UsersPage }));
const Logs = lazy(async () => ({ default: (await import('./logs/logs-page')).LogsPage }));

/** The host loads each page lazily, and React takes no lazy component from another one: hence a plain one around it. */
export default defineRemote({ pages: { users: () => <Users />, logs: () => <Logs /> } });
