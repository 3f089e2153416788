import { act, render, screen } from '@testing-library/react';
import { ScrollArea } from './scroll-area';

let resized: () => void;

beforeEach(() => {
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((callback) => {
    resized = () => callback([], {} as ResizeObserver);
    return { observe: () => {}, unobserve: () => {}, disconnect: () => {} };
  });
});
afterEach(() => jest.restoreAllMocks());

it('is a named, focusable group only while its content overflows', () => {
  let contentWidth = 400;
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(500);
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => contentWidth);
  render(<ScrollArea label="Clients">Marie</ScrollArea>);
  act(() => resized());
  expect(screen.queryByRole('group')).toBeNull();

  contentWidth = 900;
  act(() => resized());
  expect(screen.getByRole('group', { name: 'Clients' })).toHaveAttribute('tabindex', '0');
});
