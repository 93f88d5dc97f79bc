import './ground/no-eval.ts';
import { createRoot } from 'react-dom/client';
import { setOut } from './app/ahead.ts';
import { App } from './app/app.tsx';
import './app/base.css';
import { dressDocument } from './app/dress.ts';
import { listenForMenuKeys } from './app/menu-keys.ts';
import { tellWithoutWords } from './app/without-words.ts';
import { watchBuild } from './ground/build.ts';
import { lang, langTags } from './ground/text.ts';

document.documentElement.lang = langTags[lang()];
dressDocument();
watchBuild();
listenForMenuKeys();
const root = document.getElementById('root') as HTMLElement;
// Not awaited: chunks that lean on this one would wait for what they are to bring.
setOut().then(
  () => createRoot(root).render(<App />),
  () => tellWithoutWords(root),
);
