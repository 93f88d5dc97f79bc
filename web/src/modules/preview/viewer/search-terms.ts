const mostWords = 8;

/** A searched text as it stands, without the marks of a phrase. */
export function phraseOf(keyword: string): string {
  return keyword
    .replace(/["“”「」]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
}

/** Its words one by one, for documents that do not hold them side by side; none where it is one word. */
export function wordsOf(keyword: string): string[] {
  const words = [...new Set(phraseOf(keyword).split(' '))].filter((word) => word !== '');
  return words.length > 1 ? words.slice(0, mostWords) : [];
}
