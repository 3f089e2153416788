import { z } from 'zod';
import { frameCall, widgets } from './partners';
import { remoteErrorReports } from './remote-errors';

/**
 * The body of `POST /api/embed/errors`: what went wrong in a frame; `is_broken` if its widget is not shown, and by what: `load`
 * if files of it did not arrive, otherwise `render`.
 */
export const embedErrorRequest = z
  .strictObject({
    ...frameCall,
    widget: z.enum(widgets),
    is_broken: z.boolean(),
    reason: z.enum(['load', 'render']).optional(),
    errors: remoteErrorReports.shape.errors,
  })
  .meta({ id: 'EmbedErrorRequest' });
export type EmbedErrorRequest = z.infer<typeof embedErrorRequest>;
