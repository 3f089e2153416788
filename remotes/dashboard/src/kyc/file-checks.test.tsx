import { renderPage } from '../../../../tests/support/ui';
import { fireEvent, screen } from '@testing-library/react';
import { type ChosenFile, chosenAs } from './chosen-files';
import { FilePreview } from './file-preview';
import { MissingDocuments } from './needed-documents';

const complete = (['identity', 'address', 'selfie'] as const).map((kind) =>
  chosenAs(kind, new File(['x'], `${kind}.png`), kind),
);
const refused: ChosenFile = { ...complete[0]!, id: 'refused', refusal: 'content' };

it('promises that nothing is missing only when no refused file prevents the sending', () => {
  const { unmount } = renderPage(<MissingDocuments files={complete} />);
  expect(screen.getByRole('status')).toHaveTextContent('Rien ne manque');
  unmount();
  renderPage(<MissingDocuments files={[...complete, refused]} />);
  expect(screen.getByRole('status')).toHaveTextContent('Retirez les fichiers refusés');
});

it('shows a plain sheet for a picture that the browser cannot draw', () => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  renderPage(<FilePreview file={new File(['x'], 'photo.jpg')} isRefused={false} />);
  fireEvent.error(screen.getByRole('img', { name: 'Aperçu de photo.jpg' }));
  expect(screen.queryByRole('img', { name: 'Aperçu de photo.jpg' })).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
