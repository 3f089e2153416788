import type { ApiException } from '../errors/api-exception';
import type { IdentifiedRequest } from './actor';

/** Records refused requests. Implemented by the audit log, which lies above HTTP. */
export abstract class RefusalRecorder {
  /** Records a refusal if it may have been an attempt on the data or rights of others. */
  abstract note(failure: ApiException, request: IdentifiedRequest): void;
}
