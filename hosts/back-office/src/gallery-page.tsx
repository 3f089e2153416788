import { Navigate } from '@bank/client/router';
import { useSignInRedirect } from '@bank/client/destination';
import { RemoteLoading, StaffOnlyPage, UnreachablePage } from '@bank/client/host-pages';
import { mayDo, useSession } from '@bank/client/session';
import { Stories } from '@bank/client/stories';
import { Gallery } from '@bank/ui/gallery';
import { CustomerGallery } from './customer-gallery';

/** Every component of the design system in every state, and the stories of the remotes, for those who may see releases. */
export default function GalleryPage() {
  const { state, user } = useSession();
  const toSignIn = useSignInRedirect();
  if (state === 'signed-out') return <Navigate to={toSignIn} replace />;
  if (state === 'unreachable') return <UnreachablePage />;
  if (state === 'loading') return <RemoteLoading />;
  if (!mayDo(user, 'read', 'releases:manage')) return <StaffOnlyPage />;
  return (
    <Gallery actions={mayDo(user, 'change', 'releases:manage') && <CustomerGallery />}>
      <Stories />
    </Gallery>
  );
}
