import { z } from 'zod';
import { frameCall, widgets } from './partners';
import { remoteErrorReports } from './remote-errors';

/** The body of `POST /api/embed/errors`: what went wrong in a frame; `is_broken` if its widget is no longer shown. */
export const embedErrorRequest = z
  .strictObject({
    ...frameCall,
    widget: z.enum(widgets),
    is_broken: z.boolean(),
    errors: remoteErrorReports.shape.errors,
  })
  .meta({ id: 'EmbedErrorRequest' });
export type EmbedErrorRequest = z.infer<typeof embedErrorRequest>;
