import { createRoot } from 'react-dom/client';
import { setOut } from './app/ahead.ts';
import { App } from './app/app.tsx';
import './app/base.css';
import { dressDocument } from './app/dress.ts';
import { listenForMenuKeys } from './app/menu-keys.ts';
import { tellWithoutWords } from './app/without-words.ts';
import { watchBuild } from './ground/build.ts';
import { logError, watchErrors } from './ground/error-log.ts';
import { lang, langTags } from './ground/text.ts';

document.documentElement.lang = langTags[lang()];
dressDocument();
watchBuild();
watchErrors();
listenForMenuKeys();
/** Errors that a page caught are logged with the components around them. */
function note(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  console.error(error);
  logError(error, componentStack);
}

const root = document.getElementById('root') as HTMLElement;
// Not awaited: chunks that lean on this one would wait for what they are to bring.
setOut().then(
  () => createRoot(root, { onCaughtError: note }).render(<App />),
  () => tellWithoutWords(root),
);
