import '@bank/ui/global.css';
import { createRoot } from 'react-dom/client';
import { startFrame } from '@bank/frame/frame';
import { i18n } from '@bank/i18n/i18n';
import { ApplicationStatusFrame } from './application-status/application-status-frame';

startFrame({
  setLanguage: (language) => void i18n.changeLanguage(language),
  show: (frame) =>
    createRoot(document.getElementById('root')!).render(<ApplicationStatusFrame frame={frame} />),
});
