import './ground/no-eval.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './app/base.css';
import { dressDocument } from './app/dress.ts';
import { listenForMenuKeys } from './app/menu-keys.ts';
import { watchBuild } from './ground/build.ts';
import { lang, langTags, loadText } from './ground/text.ts';

document.documentElement.lang = langTags[lang()];
dressDocument();
watchBuild();
listenForMenuKeys();
await loadText('ground');
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
