import { z } from 'zod';
import { moment } from './time';
import { rule } from './validation';

/** A browser's Web Push subscription as its `toJSON` writes it (W3C Push API); keys in base64url. */
export const pushSubscriptionRequest = z.object({
  endpoint: z
    .string()
    .max(1_000)
    .pipe(z.url(rule('NOT_VALID'))),
  keys: z.object({
    /** An uncompressed point of P-256. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/, rule('NOT_VALID')),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/, rule('NOT_VALID')),
  }),
});
export type PushSubscriptionRequest = z.infer<typeof pushSubscriptionRequest>;

/** A browser that receives push notifications; `current` is the caller's. */
export const pushSubscription = z
  .object({ id: z.int(), device: z.string(), created_at: moment, current: z.boolean() })
  .meta({ id: 'PushSubscription' });
export type PushSubscription = z.infer<typeof pushSubscription>;

/** The most browsers of a person. */
export const maxPushSubscriptions = 10;

export const pushSubscriptions = z
  .object({
    /** To which a browser binds its subscription: `applicationServerKey`, in base64url. */
    public_key: z.string(),
    subscriptions: z.array(pushSubscription),
  })
  .meta({ id: 'PushSubscriptions' });
export type PushSubscriptions = z.infer<typeof pushSubscriptions>;

export const currentPushRequest = pushSubscriptionRequest.pick({ endpoint: true });
export type CurrentPushRequest = z.infer<typeof currentPushRequest>;

/** Whether the caller receives push notifications in the named browser. */
export const currentPush = z.object({ subscribed: z.boolean() }).meta({ id: 'CurrentPush' });
export type CurrentPush = z.infer<typeof currentPush>;

/** A button on a notification: it opens a page, or makes a call and shows what became of it. */
export interface PushAction {
  action: string;
  title: string;
  path?: string;
  call?: { path: string; body: object; done: string };
}

/** The text of a push message as the customer site's worker reads it. */
export interface PushPayload {
  title: string;
  body: string;
  /** The same for the same notification, which a browser then shows once. */
  tag: string;
  /** The page of the customer site that a click opens. */
  path: string;
  /** The words on the button that opens it, where there are no other buttons. */
  open: string;
  actions?: PushAction[];
  language: string;
  /** When it happened, ms since 1970. */
  at: number;
}
