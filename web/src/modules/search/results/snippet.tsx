import type { ReactNode } from 'react';

interface SnippetPart {
  readonly text: string;
  readonly found: boolean;
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'", '&amp;': '&' };

/** Parses a snippet: `<em>` marks matches, everything else is escaped plain text. */
export function splitSnippet(snippet: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let found = false;
  for (const piece of snippet.split(/(<\/?em>)/)) {
    if (piece === '<em>') found = true;
    else if (piece === '</em>') found = false;
    else if (piece !== '') parts.push({ text: plain(piece), found });
  }
  return parts;
}

function plain(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => entities[entity] ?? entity);
}

/** A snippet with marked matches; never rendered as HTML. */
export function Snippet({ text }: { text: string }): ReactNode {
  return splitSnippet(text).map((part, at) => {
    const key = `${at}-${part.text}`;
    return part.found ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
