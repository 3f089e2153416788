import { Stories } from '@bank/client/stories';
import { Gallery } from '@bank/ui/gallery';

/** Every component of the design system in every state, and the stories of the customer site's remotes. */
export default function GalleryPage() {
  return (
    <Gallery>
      <Stories />
    </Gallery>
  );
}
