/** Replaces images, fonts and plain style sheets in tests. */
module.exports = 'asset';
