import type { MigrationInterface } from 'typeorm';
import { CreateUsers20261121091001 } from './20261121091001-create-users';
import { CreateAuditLog20261121091002 } from './20261121091002-create-audit-log';
import { CreateLedger20261121092001 } from './20261121092001-create-ledger';
import { CreateIdempotencyKeys20261121092002 } from './20261121092002-create-idempotency-keys';
import { CreateCards20261121092003 } from './20261121092003-create-cards';
import { CreatePayments20261121092004 } from './20261121092004-create-payments';
import { CreateTickets20261121092005 } from './20261121092005-create-tickets';
import { CreateBankSettings20261121092006 } from './20261121092006-create-bank-settings';
import { CreateSessions20261121091003 } from './20261121091003-create-sessions';

/** Every migration, oldest first; their names' timestamps decide the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateUsers20261121091001,
  CreateAuditLog20261121091002,
  CreateSessions20261121091003,
  CreateLedger20261121092001,
  CreateIdempotencyKeys20261121092002,
  CreateCards20261121092003,
  CreatePayments20261121092004,
  CreateTickets20261121092005,
  CreateBankSettings20261121092006,
];
