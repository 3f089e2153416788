/** A picture that the build copies beside the shell's files. */
declare module '*.png';
