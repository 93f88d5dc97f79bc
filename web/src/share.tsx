import { createRoot } from 'react-dom/client';
import './app/base.css';
import { dressDocument } from './app/dress.ts';
import { ShareApp } from './app/share/share-app.tsx';
import { tellWithoutWords } from './app/without-words.ts';
import { watchBuild } from './ground/build.ts';
import { lang, langTags, loadWords, speakFrom } from './ground/text.ts';

speakFrom(import.meta.glob<Record<string, Record<string, string>>>('./app/share/words/*.ts', { import: 'words' }));
document.documentElement.lang = langTags[lang()];
dressDocument();
watchBuild();

const root = document.getElementById('root') as HTMLElement;
// Not awaited: chunks that lean on this one would wait for what they are to bring.
loadWords().then(
  () => createRoot(root).render(<ShareApp />),
  () => tellWithoutWords(root),
);
