import { z } from 'zod';

/** A moment on the wire: ISO 8601 in UTC with `Z`. */
export const moment = z.iso.datetime();

/** A calendar day, `2026-11-21`; a database stores none before the year 1000. */
export const day = z.iso.date().refine((value) => value >= '1000');
