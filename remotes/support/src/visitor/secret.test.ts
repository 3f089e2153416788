/** @jest-environment jsdom */
import { forgetSecret, keepSecret, readSecret } from './secret';

afterEach(() => jest.restoreAllMocks());

it('keeps a secret by its place in the tab, where the end of a session finds it', () => {
  keepSecret('pk_demo_one', 'a');
  expect([readSecret('pk_demo_one'), readSecret('pk_demo_two')]).toEqual(['a', null]);
  expect(Object.keys(sessionStorage)).toEqual(['personal:0:talk pk_demo_one']);
  expect(localStorage).toHaveLength(0);
  forgetSecret('pk_demo_one');
  expect([readSecret('pk_demo_one'), sessionStorage.length]).toEqual([null, 0]);
});

it('keeps it as long as the page where the browser blocks storage in frames', () => {
  for (const call of ['getItem', 'setItem', 'removeItem'] as const)
    jest.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  keepSecret('pk_demo_one', 'a');
  expect([readSecret('pk_demo_one'), readSecret('pk_demo_two')]).toEqual(['a', null]);
  forgetSecret('pk_demo_one');
  expect(readSecret('pk_demo_one')).toBeNull();
});
