import { createRoot } from 'react-dom/client';
import { lang, loadText, langTags } from './ground/text.ts';
import { App } from './app/app.tsx';
import './app/base.css';

document.documentElement.lang = langTags[lang()];
await loadText('ground');
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
