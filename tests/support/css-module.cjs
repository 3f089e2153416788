/** In tests a class has its own name: `styles.card` is 'card'. */
const names = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? false : name) });

module.exports = names;
