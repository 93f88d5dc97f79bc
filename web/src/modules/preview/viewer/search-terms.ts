const mostWords = 8;

/** The search text without the quotation marks of a phrase. */
export function phraseOf(keyword: string): string {
  return keyword
    .replace(/["“”「」]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
}

/** Its single words, for documents that do not contain the phrase; empty for one word. */
export function wordsOf(keyword: string): string[] {
  const words = [...new Set(phraseOf(keyword).split(' '))].filter((word) => word !== '');
  return words.length > 1 ? words.slice(0, mostWords) : [];
}
