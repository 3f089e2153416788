import { z } from 'zod';

const clientData = z.object({ challenge: z.string().max(200), crossOrigin: z.boolean().optional() });

/**
 * The challenge that a browser claims to have answered, before anything is verified; undefined for data that is unreadable or from
 * a frame of another site's page, which no page of the bank asks in.
 */
export function clientDataOf(encoded: string): { challenge: string } | undefined {
  try {
    const { data } = clientData.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
    return data?.crossOrigin ? undefined : data;
  } catch {
    return undefined;
  }
}
