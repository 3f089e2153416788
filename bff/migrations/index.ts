import type { MigrationInterface } from 'typeorm';
import { CreateBank20261130110001 } from './20261130110001-create-bank';

/** In the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [CreateBank20261130110001];
