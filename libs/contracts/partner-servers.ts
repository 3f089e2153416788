import { z } from 'zod';
import { idParameter, pageQuery, pagination } from './pagination';
import { partnerApplication, partnerModes } from './partner-applications';
import { moment } from './time';
import { defaulting, optional, rule, text } from './validation';

/** What a secret key may do; of the key's mode only. */
export const partnerScopes = ['applications:read', 'webhooks:read', 'webhooks:write'] as const;
export type PartnerScope = (typeof partnerScopes)[number];

/** Calls per minute with one key, over all servers together. */
export const keyCalls = { least: 10, usual: 120, most: 600 } as const;

/** How long the replaced key may work beside the new one, in hours. */
export const keyOverlapHours = { usual: 24, most: 168 } as const;

/** The longest life of a key with an end, in days. */
export const keyDays = 730;

/** The most secret keys of a partner that work at the same time, in each mode. */
export const secretKeyLimit = 5;

/** How long the old secret of a webhook still signs beside the new one. */
export const oldSecretHours = 24;

/** How long a webhook is tried again, in days. */
export const webhookDays = 3;

/** The events that partners' servers get; `webhook.test` only when staff or such a server asks for it. */
export const webhookTypes = [
  'application.completed',
  'application.approved',
  'application.rejected',
  'webhook.test',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

const eventOf = <Data extends z.ZodType>(type: WebhookType, data: Data) =>
  z.object({
    type: z.literal(type),
    timestamp: moment,
    /** False in the test mode. */
    livemode: z.boolean(),
    data,
  });

/** The bodies of webhooks, with what the API's description states of each. */
export const webhookEvents = {
  'application.completed': eventOf('application.completed', partnerApplication).describe(
    'The account of an application is open.',
  ),
  'application.approved': eventOf('application.approved', partnerApplication).describe(
    'The bank has approved the identity.',
  ),
  'application.rejected': eventOf('application.rejected', partnerApplication).describe(
    'The bank has rejected the identity. It may still be approved later.',
  ),
  'webhook.test': eventOf('webhook.test', z.object({})).describe('Has no meaning; it was asked for.'),
} satisfies Record<WebhookType, z.ZodType>;

/**
 * Where webhooks go; one with other than ASCII letters becomes what is sent: `xn--` and percent codes (WHATWG URL). The server also
 * refuses whatever is not of the public internet.
 */
export const webhookUrl = text(500)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: rule('WEBHOOK_ADDRESS'),
    abort: true,
  })
  .overwrite((value) => (/^[\x21-\x7e]+$/.test(value) ? value : new URL(value).href))
  .max(500);

/** Where a partner's events of a mode go; no address: nowhere. */
export const webhook = z
  .object({
    mode: z.enum(partnerModes),
    url: z.string().nullable(),
    secret_set_at: moment.nullable(),
    /** Until then the secret of before signs too. */
    old_secret_until: moment.nullable(),
    /** Until these moments those of before that one sign too, the first end first. Absent from older servers. */
    older_secrets_until: z.array(moment).optional(),
  })
  .meta({ id: 'PartnerWebhook' });
export type Webhook = z.infer<typeof webhook>;

export const webhooks = z.object({ webhooks: z.array(webhook) });
export type Webhooks = z.infer<typeof webhooks>;

/** `seen` is the address that a form began with: what somebody else has set since is not replaced unread. */
export const saveWebhookRequest = z.object({
  url: webhookUrl.nullable(),
  seen: z.string().nullable().optional(),
});
export type SaveWebhookRequest = z.infer<typeof saveWebhookRequest>;

/** `secret` (`whsec_…`) is shown this once; null where the one of before stays. */
export const webhookWithSecret = z
  .object({ webhook, secret: z.string().nullable() })
  .meta({ id: 'PartnerWebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const messageStatuses = ['waiting', 'delivered', 'failed'] as const;
/** Why a try failed: what the other server answered, no answer in time, none at all, or an address that is refused. */
export const webhookFailures = ['status', 'timeout', 'unreachable', 'address'] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

/** A webhook in the log. `id` is its header `webhook-id`, the same at every try. */
export const webhookMessage = z
  .object({
    id: z.string(),
    type: z.enum(webhookTypes),
    mode: z.enum(partnerModes),
    status: z.enum(messageStatuses),
    tries: z.int(),
    /** The status of the last answer, if one came. */
    answer_status: z.int().nullable(),
    failure: z.enum(webhookFailures).nullable(),
    created_at: moment,
    last_try_at: moment.nullable(),
    next_try_at: moment.nullable(),
  })
  .meta({ id: 'PartnerWebhookMessage' });
export type WebhookMessage = z.infer<typeof webhookMessage>;

export const webhookLogQuery = z.strictObject(pageQuery(20));
export type WebhookLogQuery = z.infer<typeof webhookLogQuery>;

export const webhookLog = z.object({ messages: z.array(webhookMessage), pagination });
export type WebhookLog = z.infer<typeof webhookLog>;

/** A secret key of a partner's server; `hint` is its beginning and end. */
export const secretKey = z
  .object({
    id: z.int(),
    mode: z.enum(partnerModes),
    /** Empty for keys from before names. */
    name: z.string(),
    hint: z.string(),
    scopes: z.array(z.enum(partnerScopes)),
    calls_per_minute: z.int(),
    created_at: moment,
    last_used_at: moment.nullable(),
    /** No end: null. A replaced key ends with its overlap. */
    expires_at: moment.nullable(),
    /** The id of the key that replaces it. */
    replaced_by: z.int().nullable(),
    revoked_at: moment.nullable(),
  })
  .meta({ id: 'PartnerSecretKey' });
export type SecretKey = z.infer<typeof secretKey>;

export const secretKeys = z.object({ keys: z.array(secretKey) });
export type SecretKeys = z.infer<typeof secretKeys>;

export const newSecretKeyRequest = z.object({
  mode: z.enum(partnerModes),
  name: defaulting(text(60), ''),
  scopes: defaulting(
    z
      .array(z.enum(partnerScopes))
      .min(1, rule('REQUIRED'))
      .max(partnerScopes.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, rule('NOT_VALID')),
    ['applications:read'],
  ),
  calls_per_minute: defaulting(z.int().min(keyCalls.least).max(keyCalls.most), keyCalls.usual),
  /** Without it the key has no end. */
  days: optional(z.int().min(1).max(keyDays)),
});
export type NewSecretKeyRequest = z.infer<typeof newSecretKeyRequest>;

/** Replaces a key by one of the same name, scopes and limit; both work for the overlap, in hours. */
export const rotateSecretKeyRequest = z.object({
  overlap_hours: defaulting(z.int().min(0).max(keyOverlapHours.most), keyOverlapHours.usual),
});
export type RotateSecretKeyRequest = z.infer<typeof rotateSecretKeyRequest>;

/** The key itself, shown this once. */
export const newSecretKey = z
  .object({ key: secretKey, secret: z.string() })
  .meta({ id: 'NewPartnerSecretKey' });
export type NewSecretKey = z.infer<typeof newSecretKey>;

/** Paths of one mode, one message and one secret key of a partner. */
export const webhookParameters = idParameter.extend({ mode: z.enum(partnerModes) });
export const webhookMessageParameters = idParameter.extend({
  messageId: z.string().regex(/^msg_[\da-f]{32}$/, rule('NOT_VALID')),
});
export const secretKeyParameters = idParameter.extend({ keyId: idParameter.shape.id });
