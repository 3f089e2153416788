import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

/** The timeout of waiting, ms, long enough for a busy machine. */
configure({ asyncUtilTimeout: 5_000 });
