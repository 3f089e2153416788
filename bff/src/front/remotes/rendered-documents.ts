import type { Registry } from '@bank/contracts/remotes';

/** How long a document is given to everybody that lacks what could not be read, ms. */
const incompleteMs = 2_000;

/** A rendered document, plain and in Brotli. */
export interface RenderedDocument {
  status: 200 | 404;
  etag: string;
  /** Of its registry (`Registry.sequence`). */
  sequence: number;
  plain: Buffer;
  brotli: Buffer;
  /** Its inline style sheet, for the policy. */
  style: string | undefined;
  /** Whether nothing is left out that could not be read now. */
  isWhole: boolean;
}

type Render = () => Promise<RenderedDocument>;

/** The documents that were rendered, until the registry changes. */
export class RenderedDocuments {
  /** By registry, which is a new object after each change. */
  private readonly rendered = new WeakMap<Registry, Map<string, Promise<RenderedDocument>>>();

  /** The known document, or one that is rendered now and known from then on; for seconds only if something was left out. */
  keep(registry: Registry, key: string, render: Render): Promise<RenderedDocument> {
    const cached = this.of(registry);
    const document = cached.get(key) ?? render();
    cached.set(key, document);
    document.then(
      ({ isWhole }) => isWhole || setTimeout(() => cached.delete(key), incompleteMs).unref(),
      () => cached.delete(key),
    );
    return document;
  }

  /** A document with what changes by itself; only its newest version is kept. @param state a JSON object */
  keepNewest(registry: Registry, name: string, state: string, render: Render): Promise<RenderedDocument> {
    const key = `${name} ${state}`;
    const cached = this.of(registry);
    for (const other of cached.keys())
      if (other !== key && other.startsWith(`${name} {`)) cached.delete(other);
    return this.keep(registry, key, render);
  }

  private of(registry: Registry): Map<string, Promise<RenderedDocument>> {
    const cached = this.rendered.get(registry) ?? new Map<string, Promise<RenderedDocument>>();
    this.rendered.set(registry, cached);
    return cached;
  }
}
