import { addIcons } from '@bank/ui/icon';
import { loadQueries } from '../http/load-queries';

/** Loads what first views need inside the area of signed-in persons only; again where it failed. */
export async function loadInside() {
  const [{ moreIcons }] = await Promise.all([
    import(/* webpackChunkName: "inside" */ '@bank/ui/more-icons'),
    loadQueries(),
  ]);
  addIcons(moreIcons);
}
