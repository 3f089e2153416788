import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '@bank/contracts/remotes';
import { customerGallery } from '@bank/contracts/routes';
import type { Config } from '../../platform/config/config';
import type { GalleryPasses } from '../releases/gallery-passes.service';
import { galleryCookieOf, galleryPassIn } from '../releases/visit';

/**
 * Whether a request opens the gallery of the customer site. A valid link becomes a cookie and the plain address
 * (`redirect`), so that the pass stays in no address; an invalid one opens nothing, whatever cookie there is.
 */
export async function galleryVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, config, passes }: { site: Site; config: Config; passes: GalleryPasses },
): Promise<'redirect' | 'open' | 'closed'> {
  const { pathname, searchParams } = new URL(config.shellOrigin + request.url);
  if (site !== 'shell' || pathname !== customerGallery.path) return 'closed';
  void reply.header('X-Robots-Tag', 'noindex');
  if (config.environment === 'development') return 'open';
  const linked = searchParams.get(customerGallery.pass);
  const valid = await passes.read(linked ?? galleryPassIn(request, config));
  if (!valid) return 'closed';
  if (linked === null) return 'open';
  reply.headers({
    'Set-Cookie': galleryCookieOf(valid.pass, valid.seconds, config),
    'Cache-Control': 'no-store',
  });
  return 'redirect';
}
