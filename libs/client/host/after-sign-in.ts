import { routeAt } from '../remotes/published';
import { preloadRemote } from '../remotes/remote-loader';
import { destinationOf } from '../session/destination';

// Fetches the files of the page that follows the sign-in, once this file is loaded. Not its data, which would be read before the
// stream of events opens, and again after. Not for those whose browser asks pages to spare data: they may never sign in.
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
if (!connection?.saveData) {
  const destination = destinationOf(new URLSearchParams(location.search));
  const owner = routeAt(new URL(destination, location.origin).pathname)?.remote;
  if (owner) preloadRemote(owner);
  void import(/* webpackChunkName: "signed-in" */ './signed-in-parts').catch(() => undefined);
}
