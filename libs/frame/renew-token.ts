import { type FrameData, frameElement } from '@bank/contracts/embed-frame';

/** A new token from this frame's document; undefined for a revoked key. */
export async function renewToken({ widget, partner, page }: FrameData): Promise<string | undefined> {
  try {
    const response = await fetch(`/embed/frame/${widget}?partner=${partner}&page=${page}`, {
      cache: 'no-store',
    });
    const [, data = ''] = (await response.text()).split(`id="${frameElement}">`);
    return (JSON.parse(data.split('</script>')[0]!) as FrameData).token;
  } catch {
    return undefined;
  }
}
