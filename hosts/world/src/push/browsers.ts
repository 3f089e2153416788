import { createECDH, randomBytes } from 'node:crypto';
import { decrypt } from 'http_ece';
import type { Database } from '../database/database';
import { PlayError } from '../play/play';
import type { BrowserState } from './browser-states';

/** A subscription as a browser hands it to a site, in base64url. */
interface HandedSubscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface Browser {
  id: string;
  state: BrowserState;
  application_key: string | null;
}

/** A message as its browser read it; `text` is null for one that it could not decrypt. */
export interface PushedMessage {
  id: number;
  browser_id: string;
  text: string | null;
  topic: string | null;
  urgency: string;
  ttl: number;
  at: Date;
}

interface Keys {
  private_key: string;
  auth: string;
}

/** Browsers that subscribed to push messages, with the keys that only a browser has. */
export class Browsers {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
    private readonly changed: () => void,
  ) {}

  /** A new browser. @param applicationKey the only sender that it accepts, by its public key in base64url. */
  async subscribe(origin: string, applicationKey?: string): Promise<HandedSubscription> {
    const pair = createECDH('prime256v1');
    const p256dh = pair.generateKeys('base64url');
    const id = randomBytes(16).toString('base64url');
    const auth = randomBytes(16).toString('base64url');
    const row = {
      id,
      private_key: pair.getPrivateKey('base64url'),
      auth,
      application_key: applicationKey ?? null,
    };
    await this.database.insert('browsers', [{ ...row, state: 'open', created_at: this.now() }]);
    this.changed();
    return { id, endpoint: `${origin}/push/${id}`, keys: { p256dh, auth } };
  }

  /** @throws PlayError NO_SUCH_BROWSER. */
  async set(id: string, state: BrowserState): Promise<void> {
    if (!(await this.find(id))) throw new PlayError('NO_SUCH_BROWSER');
    await this.database.write('UPDATE browsers SET state = ? WHERE id = ?', [state, id]);
    this.changed();
  }

  find(id: string): Promise<Browser | undefined> {
    return this.database.row<Browser>('SELECT id, state, application_key FROM browsers WHERE id = ?', [id]);
  }

  /** The newest browsers. */
  list(limit: number): Promise<Browser[]> {
    return this.database.rows<Browser>(
      'SELECT id, state, application_key FROM browsers ORDER BY created_at DESC, id LIMIT ?',
      [limit],
    );
  }

  /** Delivers a message: the browser decrypts it (RFC 8291) and shows it. */
  async deliver(
    id: string,
    body: Buffer,
    sent: Pick<PushedMessage, 'topic' | 'urgency' | 'ttl'>,
  ): Promise<void> {
    const sql = 'SELECT private_key, auth FROM browsers WHERE id = ?';
    const keys = await this.database.row<Keys>(sql, [id]);
    const text = keys ? plainText(body, keys) : null;
    await this.database.insert('pushed_messages', [{ browser_id: id, text, ...sent, at: this.now() }]);
    this.changed();
  }

  /** The newest messages, of one browser or of all. */
  latest(limit: number, browser?: string): Promise<PushedMessage[]> {
    const where = browser === undefined ? '' : 'WHERE browser_id = ?';
    return this.database.rows<PushedMessage>(
      `SELECT id, browser_id, text, topic, urgency, ttl, at FROM pushed_messages ${where} ORDER BY id DESC LIMIT ?`,
      browser === undefined ? [limit] : [browser, limit],
    );
  }
}

function plainText(body: Buffer, keys: Keys): string | null {
  const privateKey = createECDH('prime256v1');
  privateKey.setPrivateKey(keys.private_key, 'base64url');
  try {
    return decrypt(body, { version: 'aes128gcm', privateKey, authSecret: keys.auth }).toString('utf8');
  } catch {
    return null;
  }
}
