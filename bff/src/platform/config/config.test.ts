import { createECDH } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config';

const secret = 'x'.repeat(40);
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bank-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (variables: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'mysql://bank:pw@localhost/bank', DATA_DIR: dataDir, ...variables });

describe('the configuration', () => {
  it('uses the defaults of the wire contract', () => {
    const config = read();
    expect(config).toMatchObject({
      port: 3000,
      shellOrigin: 'http://localhost:3000',
      backOfficeOrigin: 'http://localhost:3001',
      embedOrigin: 'http://localhost:3003',
      accessTokenSeconds: 300,
      sessionSeconds: 28_800,
      idleSeconds: 300,
      callsPerMinute: 1_200,
      databaseMigrationUrl: 'mysql://bank:pw@localhost/bank',
    });
  });

  it('refuses an origin of the frames that is also a site’s, since they would share storage', () => {
    expect(() => read({ EMBED_ORIGIN: 'http://localhost:3000' })).toThrow(/EMBED_ORIGIN must not be/);
    expect(() => read({ EMBED_ORIGIN: 'http://localhost:3001' })).toThrow(ConfigError);
  });

  it('treats an empty variable as absent', () => {
    expect(read({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
  });

  it('reads the address of the documents’ bucket, and its key separately', () => {
    const address = 'http://k%2Fey:se%40cret@127.0.0.1:9000/documents?region=eu-west-3';
    expect(read({ DOCUMENTS_URL: address }).documentsBucket).toEqual({
      url: 'http://127.0.0.1:9000/documents',
      region: 'eu-west-3',
      accessKeyId: 'k/ey',
      secretAccessKey: 'se@cret',
    });
    expect(read().documentsBucket).toBeUndefined();
  });

  it.each([
    ['PORT', 'many'],
    ['DATABASE_URL', 'mysql://bank@database.example/bank?tls=perhaps'],
    ['DATABASE_URL', 'mysql://bank@database.example/bank?ca=/no/such/file'],
    ['SMTP_URL', 'smtp://mail.example?tls=perhaps'],
    ['SUPPORT_PHONE', 'tel:+33"><script>'],
    ['DRAIN_SECONDS', '301'],
    ['PORT', '65534'],
    ['SHELL_ORIGIN', 'https://bank.example/path'],
    ['DATABASE_URL', 'postgres://localhost/bank'],
    ['DOCUMENTS_URL', 'https://s3.example/open'],
    ['DOCUMENTS_URL', 'https://somebody:hidden@s3.example'],
    ['DOCUMENTS_URL', 'https://some%zz:hidden@s3.example/bucket'],
    ['DOCUMENTS_URL', 's3://somebody:hidden@s3.example/bucket'],
    ['SIGNING_KEY', 'hunter2-short-secret'],
    ['DEV_REMOTES', '{'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s without its value when it is invalid', (name, value) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(ConfigError);
    expect(reading).toThrow(new RegExp(`^${name} [^\\n]*\\.$`));
    expect(reading).not.toThrow(value);
  });

  it('names the missing variable', () => {
    expect(() => readConfig({})).toThrow('DATABASE_URL must be set.');
  });

  it('reads addresses of development servers only in development', () => {
    const DEV_REMOTES = '{"cards":"http://localhost:4000"}';
    expect(read({ DEV_REMOTES }).devRemotes).toEqual({});
    expect(read({ DEV_REMOTES, NODE_ENV: 'development' }).devRemotes).toEqual({
      cards: 'http://localhost:4000',
    });
  });

  it('generates keys once, readable by their owner only, and reuses them', () => {
    const first = read();
    const file = join(dataDir, 'keys.json');
    const kept = readFileSync(file, 'utf8');
    const second = read();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(second.signingKey).toEqual(first.signingKey);
    expect(second.encryptionKey).toEqual(first.encryptionKey);
    expect(second.pushKeys).toEqual(first.pushKeys);
    expect(first.signingKey).not.toEqual(first.encryptionKey);
    expect(readFileSync(file, 'utf8')).toBe(kept);
  });

  it('sends push messages from every server with the same key pair, which outlives the signing key', () => {
    const other = 'y'.repeat(40);
    const pairOf = (variables: Record<string, string>) =>
      read({ ENCRYPTION_KEY: secret, ...variables }).pushKeys;
    const pair = pairOf({ SIGNING_KEY: secret });
    expect(pairOf({ SIGNING_KEY: secret })).toEqual(pair);
    expect(pairOf({ SIGNING_KEY: other })).not.toEqual(pair);
    expect(pairOf({ SIGNING_KEY: other, PUSH_KEY: secret })).toEqual(pair);
    const { publicKey, privateKey } = pair;
    const [own, peer] = [createECDH('prime256v1'), createECDH('prime256v1')];
    own.setPrivateKey(privateKey, 'base64url');
    peer.generateKeys();
    expect(own.getPublicKey('base64url')).toBe(publicKey);
    expect(own.computeSecret(peer.getPublicKey())).toEqual(peer.computeSecret(publicKey, 'base64url'));
  });

  it('stores no keys when both are configured', () => {
    const config = read({ SIGNING_KEY: secret, ENCRYPTION_KEY: secret });
    expect(() => statSync(join(dataDir, 'keys.json'))).toThrow('ENOENT');
    expect(config.signingKey).toHaveLength(32);
    expect(config.signingKey).not.toEqual(config.encryptionKey);
  });
});
