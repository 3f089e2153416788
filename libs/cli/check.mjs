import { check } from './checks.mjs';
import { supervise } from './processes.mjs';

void supervise(async () => ((await check()).failed > 0 ? 1 : 0));
