import '@bank/ui/global.css';
import { createRoot } from 'react-dom/client';
import { startFrame } from '@bank/frame/frame';
import { i18n } from '@bank/i18n/i18n';
import { SignupFrame } from './signup/signup-frame';

startFrame({
  setLanguage: (language) => void i18n.changeLanguage(language),
  show: (frame) => createRoot(document.getElementById('root')!).render(<SignupFrame frame={frame} />),
});
