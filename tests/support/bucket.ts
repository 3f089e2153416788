import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const accessKeyId = 'TESTKEY';
const secret = 'secret/of+the=bucket';
const region = 'eu-west-3';
const bucketPath = '/bank-documents';
/** The size of a page, small enough for tests to need several. */
const pageSize = 3;
const skew = 15 * 60_000;

interface Kept {
  content: Buffer;
  modified: Date;
}

export type Bucket = Awaited<ReturnType<typeof startBucket>>;

/**
 * A fake S3 bucket: PUT, GET, DELETE and listings by path for requests signed with the right key (Signature Version 4,
 * implemented independently from its specification), and 403 for all others.
 */
export async function startBucket() {
  const objects = new Map<string, Kept>();
  const refused: string[] = [];
  let status = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const reason = refusal(request, body);
      if (reason) refused.push(reason);
      const answer = reason ? { status: 403 } : status ? { status } : act(objects, request, body);
      response.writeHead(answer.status, { connection: 'close' }).end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urlWith = (typed: string) =>
    `http://${accessKeyId}:${encodeURIComponent(typed)}@127.0.0.1:${port}${bucketPath}?region=${region}`;
  return {
    objects,
    refused,
    origin: `http://127.0.0.1:${port}`,
    url: urlWith(secret),
    urlWithWrongSecret: urlWith('another'),
    /** The status of all further requests with a valid signature; 0 for the normal one. */
    answer: (wanted: number) => (status = wanted),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function act(objects: Map<string, Kept>, { method, url = '', headers }: IncomingMessage, body: Buffer) {
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  if (pathname === bucketPath) return { status: 200, body: listing(objects, searchParams) };
  const name = pathname.slice(bucketPath.length + 1);
  if (method === 'PUT') {
    // S3 refuses a body without a known length.
    if (headers['content-length'] === undefined) return { status: 411 };
    objects.set(name, { content: body, modified: new Date() });
    return { status: 200 };
  }
  if (method === 'DELETE') {
    objects.delete(name);
    return { status: 204 };
  }
  const found = objects.get(name);
  return found ? { status: 200, body: found.content } : { status: 404 };
}

function listing(objects: Map<string, Kept>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(query.get('prefix') ?? ''))
    .sort()
    .filter((name) => name > after);
  const page = names.slice(0, pageSize);
  const entries = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.modified.toISOString()}</LastModified></Contents>`,
  );
  const more = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${more}</ListBucketResult>`;
}

/** Why a request's signature is invalid; undefined if it is valid. */
function refusal({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;
  const match = pattern.exec(headers.authorization ?? '');
  if (!match) return 'not signed';
  const [, key = '', date = '', inRegion = '', names = '', signature] = match;
  const time = String(headers['x-amz-date']);
  const digest = String(headers['x-amz-content-sha256']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (key !== accessKeyId || inRegion !== region || !time.startsWith(date)) return 'wrong key or region';
  if (!(Math.abs(Date.now() - at) < skew)) return 'too old';
  if (digest !== sha256(body)) return 'not the content that was signed';
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) {
    return 'not enough is signed';
  }
  const [path = '', query = ''] = url.split('?', 2);
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    digest,
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    Buffer.from(`AWS4${secret}`),
  );
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  return expected.toString('hex') === signature ? undefined : 'wrong signature';
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
