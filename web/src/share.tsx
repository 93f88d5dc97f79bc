import { createRoot } from 'react-dom/client';
import visitorTexts from 'virtual:texts/visitor';
import './app/fonts.css';
import './app/base.css';
import { showLoadFailure } from './app/load-failure.tsx';
import { ShareApp } from './app/share/share-app.tsx';
import { applyDocumentTheme } from './app/theme/document-theme.ts';
import { watchBuild } from './platform/build.ts';
import { currentLanguage, languageTags, loadTexts, setTextLoaders } from './platform/i18n.ts';

setTextLoaders(visitorTexts);
document.documentElement.lang = languageTags[currentLanguage()];
applyDocumentTheme();
watchBuild();

const root = document.getElementById('root') as HTMLElement;
// Not awaited: chunks that import this one would wait for what they provide.
loadTexts().then(
  () => createRoot(root).render(<ShareApp />),
  () => showLoadFailure(root),
);
