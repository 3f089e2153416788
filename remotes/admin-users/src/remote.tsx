import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';

export default defineRemote({
  pages: {
    users: lazy(async () => ({ default: (await import('./users/users-page')).UsersPage })),
    logs: lazy(async () => ({ default: (await import('./logs/logs-page')).LogsPage })),
  },
});
