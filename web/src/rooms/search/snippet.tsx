import type { ReactNode } from 'react';
import { splitSnippet } from './split-snippet.ts';

/** A piece of text with the words found marked; never read as markup. */
export function Snippet({ text }: { text: string }): ReactNode {
  return splitSnippet(text).map((part, at) => {
    const key = `${at}-${part.text}`;
    return part.found ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
