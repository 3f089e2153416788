type Piece = { done: boolean; value?: string };

/** The body of a file, as `Response` has it, which jsdom lacks: `content` in one piece, and then its end unless another is given. */
export function fileBody(content: string, end: () => Promise<Piece> = async () => ({ done: true })) {
  const pieces = [content];
  const read = async (): Promise<Piece> => {
    const value = pieces.shift();
    return value === undefined ? end() : { done: false, value };
  };
  const cancel = jest.fn(async () => undefined);
  return { getReader: () => ({ read, cancel }), cancel };
}
