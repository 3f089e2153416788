import { type Collections, readCollections, writeCollections } from './collections';
import { type CreditTransfers, readCreditTransfers, writeCreditTransfers } from './credit-transfers';
import {
  readRecall,
  readRecallAnswers,
  type RecallAnswers,
  type RecallRequest,
  writeRecall,
  writeRecallAnswers,
} from './recalls';
import { type PaymentReturns, readReturns, writeReturns } from './returns';
import { readStatusReport, type StatusReport, writeStatusReport } from './status-reports';
import { readStatusRequest, type StatusRequest, writeStatusRequest } from './status-requests';
import { readXml, writeXml, type XmlElement } from './xml';

/** Every message of the SEPA rail, both ways (the bank and the world, section 3). */
export type RailMessage =
  | CreditTransfers
  | StatusReport
  | PaymentReturns
  | StatusRequest
  | RecallRequest
  | RecallAnswers
  | Collections;

type MessageType = RailMessage['type'];
type MessageOf<Type extends MessageType> = Extract<RailMessage, { type: Type }>;

const formats: {
  [Type in MessageType]: {
    write: (message: MessageOf<Type>) => XmlElement;
    read: (content: XmlElement) => MessageOf<Type>;
  };
} = {
  'pacs.008.001.08': { write: writeCreditTransfers, read: readCreditTransfers },
  'pacs.002.001.10': { write: writeStatusReport, read: readStatusReport },
  'pacs.004.001.09': { write: writeReturns, read: readReturns },
  'pacs.028.001.03': { write: writeStatusRequest, read: readStatusRequest },
  'camt.056.001.08': { write: writeRecall, read: readRecall },
  'camt.029.001.09': { write: writeRecallAnswers, read: readRecallAnswers },
  'pacs.003.001.08': { write: writeCollections, read: readCollections },
};

/** A message that is well-formed but of a type that is not taken. */
export class UnknownMessageError extends Error {
  constructor(readonly messageType: string) {
    super(`messages of type ${messageType} are not taken`);
  }
}

/** The XML of a message, valid by its official schema. */
export function writeMessage<Type extends MessageType>(message: MessageOf<Type>): string {
  const { write } = formats[message.type as Type];
  return writeXml(message.type, write(message));
}

/** @throws XmlError as `readXml`, or when a needed field is missing; UnknownMessageError. */
export function readMessage(body: Uint8Array): RailMessage {
  const { type, content } = readXml(body);
  if (!isKnown(type)) throw new UnknownMessageError(type);
  return formats[type].read(content);
}

const isKnown = (type: string): type is MessageType => type in formats;
