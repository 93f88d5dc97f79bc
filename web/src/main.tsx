import { createRoot } from 'react-dom/client';
import './app/fonts.css';
import './app/base.css';
import { showLoadFailure } from './app/load-failure.tsx';
import { listenForMenuKeys } from './app/menu-keys.ts';
import { App, startFirstPage } from './app/routing/router.tsx';
import { applyDocumentTheme } from './app/theme/document-theme.ts';
import { watchBuild } from './platform/build.ts';
import { logError, watchErrors } from './platform/error-log.ts';
import { currentLanguage, languageTags } from './platform/i18n.ts';
import { watchInstallOffer } from './platform/install.ts';

document.documentElement.lang = languageTags[currentLanguage()];
applyDocumentTheme();
watchBuild();
watchErrors();
watchInstallOffer();
listenForMenuKeys();
/** Errors caught by a page are logged with their component stack. */
function note(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  console.error(error);
  logError(error, componentStack);
}

const root = document.getElementById('root') as HTMLElement;
// Not awaited: chunks that import this one would wait for what they provide.
startFirstPage().then(
  () => createRoot(root, { onCaughtError: note }).render(<App />),
  () => showLoadFailure(root),
);
