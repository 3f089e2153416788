import process from 'node:process';
import { describeLibraries } from './describe-libraries.mjs';
import { surfaceProgram } from './program.mjs';
import { DESCRIBED, writeCached } from './surface.mjs';

/** Describes all libraries for surface.mjs: `node compute.mjs <key>`. */
writeCached(DESCRIBED, process.argv[2] ?? '', describeLibraries(surfaceProgram()));
