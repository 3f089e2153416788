import styles from './error-stub.module.css';

export interface ErrorStub {
  title: string;
  message: string;
  retryLabel: string;
  onRetry: () => void;
}

/**
 * Fills an element with an error message and a retry button. Plain DOM, since React itself may have failed.
 */
export function renderErrorStub(element: Element, { title, message, retryLabel, onRetry }: ErrorStub): void {
  const stub = document.createElement('div');
  stub.className = styles.stub ?? '';
  stub.setAttribute('role', 'alert');
  const retry = withText('button', styles.retry, retryLabel);
  retry.type = 'button';
  retry.addEventListener('click', onRetry);
  stub.append(withText('strong', styles.title, title), withText('p', styles.message, message), retry);
  element.replaceChildren(stub);
}

function withText<Tag extends 'strong' | 'p' | 'button'>(
  tag: Tag,
  className: string | undefined,
  text: string,
) {
  const element = document.createElement(tag);
  element.className = className ?? '';
  element.textContent = text;
  return element;
}
