/** Loads the cache of responses, with what else no visitor's first view needs. */
export const loadQueries = () => import(/* webpackChunkName: "inside" */ './query');
