/** What an image, a font or a plain style sheet is in tests. */
module.exports = 'asset';
