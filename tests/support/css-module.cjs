/** A class is its own name in tests: `styles.card` is 'card'. */
const names = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? false : name) });

module.exports = names;
