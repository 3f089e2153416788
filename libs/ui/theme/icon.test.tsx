import { render, waitFor } from '@testing-library/react';
import { addIcons, Icon } from './icon';
import { firstIcons } from './first-icons';
import { moreIcons } from './more-icons';

const shapesIn = (container: HTMLElement) =>
  Array.from(container.querySelectorAll('svg > *'), (shape) => shape.getAttribute('d'));
const drawn = (name: string) => shapesIn(render(<Icon name={name} />).container);

it('draws the icons of widgets at once, hidden from screen readers', () => {
  const { container } = render(<Icon name="check" size={16} />);
  const svg = container.querySelector('svg');
  expect(svg).toHaveAttribute('aria-hidden', 'true');
  expect(svg).toHaveAttribute('width', '16');
  expect(shapesIn(container)).toEqual(firstIcons.check.map(([, { d }]) => d));
});

it('loads the others with the first that it lacks, and keeps their place', async () => {
  const { container } = render(<Icon name="rocket" />);
  expect(container.querySelector('svg')).toHaveAttribute('width', '20');
  expect(shapesIn(container)).toEqual([]);
  await waitFor(() => expect(shapesIn(container)).toEqual(moreIcons.rocket.map(([, { d }]) => d)));
});

it('draws all at once in a shell, and a name from a newer registry as a circle', () => {
  addIcons(moreIcons);
  expect(drawn('gauge')).toEqual(moreIcons.gauge.map(([, { d }]) => d));
  for (const unknown of ['unknown', 'constructor']) {
    const { container } = render(<Icon name={unknown} />);
    expect(container.querySelectorAll('circle')).toHaveLength(1);
  }
});
