import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

/** What comes is waited for on a busy machine too, ms; a test whose thing never comes fails all the same. */
configure({ asyncUtilTimeout: 5_000 });
