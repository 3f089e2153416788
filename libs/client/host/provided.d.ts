/** Registers the modules that a shell gives to remotes; made by the build. */
declare module 'virtual:provided';
