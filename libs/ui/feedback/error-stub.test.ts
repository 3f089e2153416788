/** @jest-environment jsdom */
import { renderErrorStub } from './error-stub';

it('fills an element without React, with text and never markup', () => {
  const element = document.createElement('div');
  const onRetry = jest.fn();
  element.innerHTML = '<p>broken</p>';
  renderErrorStub(element, {
    title: '<b>Cartes</b>',
    message: 'Ne répond pas',
    retryLabel: 'Réessayer',
    onRetry,
  });
  expect(element.querySelector('b')).toBeNull();
  expect(element.textContent).toBe('<b>Cartes</b>Ne répond pasRéessayer');
  element.querySelector('button')?.click();
  expect(onRetry).toHaveBeenCalledTimes(1);
});
