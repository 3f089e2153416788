import type { FrameData } from '@bank/contracts/embed-frame';
import type {
  OpenVisitorConversationRequest,
  VisitorAddress,
  VisitorConversation,
  VisitorConversationAnswer,
} from '@bank/contracts/visitor-conversations';
import { api, ApiError } from '@bank/client/api';
import { renewToken } from '@bank/frame/renew-token';
import { ownPlace } from './secret';

type Found = Promise<VisitorConversation | null>;

/** The calls of a visitor's conversation, on the bank's pages or in a partner's frame. */
export interface VisitorCalls {
  /** The name under which the tab keeps this place's secret. */
  place: string;
  /** Repeated with the same secret, it is the same conversation. */
  open: (request: OpenVisitorConversationRequest) => Found;
  read: (secret: string) => Found;
  write: (secret: string, text: string, idempotencyKey: string) => Found;
  leaveAddress: (secret: string, address: VisitorAddress) => Found;
  end: (secret: string) => Found;
}

/** @param open how a conversation is asked for there */
function callsOf(place: string, base: string, own: object, open: VisitorCalls['open']): VisitorCalls {
  const send = async (path: string, body: object, options = {}) => {
    const answer = await api.post<VisitorConversationAnswer>(base + path, { ...own, ...body }, options);
    return answer.conversation;
  };
  return {
    place,
    open,
    read: (secret) => send('/read', { secret }, { passive: true }),
    write: (secret, text, idempotencyKey) => send('/messages', { secret, text }, { idempotencyKey }),
    leaveAddress: (secret, address) => send('/address', { secret, address }),
    end: (secret) => send('/end', { secret }),
  };
}

const ownBase = '/visitor/conversation';
const frameBase = '/embed/conversation';

export const ownCalls = callsOf(ownPlace, ownBase, {}, async (request) => {
  const answer = await api.post<VisitorConversationAnswer>(ownBase, request);
  return answer.conversation;
});

/** In a frame, whose document's token is spent by asking; the next question reads a new one. */
export function frameCalls(data: FrameData): VisitorCalls {
  const { partner } = data;
  let { token } = data;
  const send = async (request: OpenVisitorConversationRequest) => {
    const body = { ...request, partner, token };
    return (await api.post<VisitorConversationAnswer>(frameBase, body)).conversation;
  };
  return callsOf(partner, frameBase, { partner }, async (request) => {
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'FRAME_TOKEN_INVALID') throw error;
      token = (await renewToken(data)) ?? token;
      return send(request);
    }
  });
}
