import { webhookDays, webhookEvents } from '@bank/contracts/partner-servers';
import { schemaName, type Schemas } from './schemas';

type Json = Record<string, unknown>;

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Those of Standard Webhooks. */
const headers = [
  header('webhook-id', 'The same at every try: an event whose id was seen before is ignored.'),
  header('webhook-timestamp', 'When this try was signed, in seconds since 1970.'),
  header(
    'webhook-signature',
    'The signatures `v1,…` of id, timestamp and body (HMAC-SHA256), one for each valid secret, with blanks between.',
  ),
];

const responses = {
  '2XX': { description: 'The event is taken.' },
  '410': { description: 'The event is not wanted: it is not sent again.' },
  default: { description: `The event is sent again, for ${webhookDays} days with growing pauses.` },
};

/** The calls of the bank to partners' servers, by the type of their event. */
export const webhooksOf = (schemas: Schemas): Record<string, Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(webhookEvents).map(([type, event]) => {
      const schema = schemas.output(event, schemaName(type, 'Webhook'));
      const operation = {
        operationId: `send${schemaName(type, 'Webhook')}`,
        summary: event.description,
        tags: ['Partners'],
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses,
      };
      return [type, { post: operation }];
    }),
  );
