import { createRoot } from 'react-dom/client';
import './app/base.css';
import { showLoadFailure } from './app/load-failure.tsx';
import { ShareApp } from './app/share/share-app.tsx';
import { applyDocumentTheme } from './app/theme/document-theme.ts';
import { watchBuild } from './platform/build.ts';
import { currentLanguage, languageTags, loadTexts, setTextFiles } from './platform/i18n.ts';

setTextFiles(import.meta.glob<Record<string, Record<string, string>>>('./app/share/words/*.ts', { import: 'words' }));
document.documentElement.lang = languageTags[currentLanguage()];
applyDocumentTheme();
watchBuild();

const root = document.getElementById('root') as HTMLElement;
// Not awaited: chunks that lean on this one would wait for what they are to bring.
loadTexts().then(
  () => createRoot(root).render(<ShareApp />),
  () => showLoadFailure(root),
);
