import {
  contentDigest,
  type RailKey,
  signRequest,
  signResponse,
  verifyRequest,
  verifyResponse,
} from './signature';

const key: RailKey = { id: 'bank', secret: 'a secret of at least thirty-two characters' };
const body = '<Document/>';
const digest = contentDigest(body);
const at = new Date('2026-11-22T18:30:00Z');
const request = { method: 'POST', url: 'http://localhost:3004/sepa/messages' };

const signed = async (signer = key, time = at) => ({
  ...request,
  headers: {
    ...(await signRequest(signer, { ...request, digest }, { at: time, nonce: 'n-1' })),
    'content-digest': digest,
  },
});

describe('a signed request', () => {
  it('is accepted as it was sent', async () => {
    const verified = await verifyRequest([key], await signed(), { digest, at });
    expect(verified).toEqual({ keyId: 'bank', nonce: 'n-1', created: at });
  });

  it.each([
    ['another method', { method: 'GET' }],
    ['another path', { url: 'http://localhost:3004/sepa/other' }],
  ])('is refused with %s', async (_what, change) => {
    const altered = { ...(await signed()), ...change };
    await expect(verifyRequest([key], altered, { digest, at })).rejects.toMatchObject({ fault: 'wrong' });
  });

  it('is refused with another body, also when its digest is replaced', async () => {
    const other = contentDigest('<Other/>');
    const message = await signed();
    await expect(verifyRequest([key], message, { digest: other, at })).rejects.toMatchObject({
      fault: 'altered',
    });
    const replaced = { ...message, headers: { ...message.headers, 'content-digest': other } };
    await expect(verifyRequest([key], replaced, { digest: other, at })).rejects.toMatchObject({
      fault: 'wrong',
    });
  });

  it('is refused without a signature, by another key or with an unknown one', async () => {
    const { headers, ...rest } = await signed();
    const bare = { ...rest, headers: { 'content-digest': headers['content-digest'] } };
    await expect(verifyRequest([key], bare, { digest, at })).rejects.toMatchObject({ fault: 'unsigned' });
    const forged = await signed({ ...key, secret: 'another secret of thirty-two characters' });
    await expect(verifyRequest([key], forged, { digest, at })).rejects.toMatchObject({ fault: 'wrong' });
    const unknown = await signed({ ...key, id: 'other' });
    await expect(verifyRequest([key], unknown, { digest, at })).rejects.toMatchObject({
      fault: 'unknown_key',
    });
  });

  it('is refused with a nonce that cannot be kept', async () => {
    const nonce = 'n'.repeat(81);
    const request = { method: 'POST', url: 'http://localhost:3004/sepa/messages', digest };
    const headers = { ...(await signRequest(key, request, { at, nonce })), 'content-digest': digest };
    await expect(verifyRequest([key], { ...request, headers }, { digest, at })).rejects.toMatchObject({
      fault: 'wrong',
    });
  });

  it('is refused when a field was left out of the signature', async () => {
    const message = await signed();
    const input = (message.headers as Record<string, string>)['signature-input']!.replace('"@path" ', '');
    const weak = { ...message, headers: { ...message.headers, 'signature-input': input } };
    await expect(verifyRequest([key], weak, { digest, at })).rejects.toMatchObject({ fault: 'wrong' });
  });

  it.each([-301, 301])('is refused %i seconds from now', async (seconds) => {
    const message = await signed(key, new Date(at.getTime() + seconds * 1000));
    await expect(verifyRequest([key], message, { digest, at })).rejects.toMatchObject({ fault: 'old' });
  });

  it.each([-299, 299])('is accepted %i seconds from now', async (seconds) => {
    const message = await signed(key, new Date(at.getTime() + seconds * 1000));
    await expect(verifyRequest([key], message, { digest, at })).resolves.toMatchObject({ nonce: 'n-1' });
  });
});

describe('a signed response', () => {
  const response = async (nonce = 'n-1') => ({
    status: 200,
    headers: {
      ...(await signResponse(key, { status: 200, digest }, { at, nonce })),
      'content-digest': digest,
    },
  });

  it('belongs to its request', async () => {
    await expect(
      verifyResponse([key], await response(), { digest, at, nonce: 'n-1' }),
    ).resolves.toMatchObject({ keyId: 'bank' });
    await expect(
      verifyResponse([key], await response('n-2'), { digest, at, nonce: 'n-1' }),
    ).rejects.toMatchObject({ fault: 'altered' });
  });

  it('is refused with another status', async () => {
    const altered = { ...(await response()), status: 500 };
    await expect(verifyResponse([key], altered, { digest, at, nonce: 'n-1' })).rejects.toMatchObject({
      fault: 'wrong',
    });
  });
});
