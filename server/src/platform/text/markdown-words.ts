/** The words of a Markdown text without the marks that its page does not show. No pattern looks at a character more often than a fixed number of times. */
export const markdownWords = (text: string): string =>
  text
    .replace(/^[ \t]{0,8}(?:```|~~~).{0,100}$/gm, '')
    .replace(/!?\[([^\][\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replace(/^[ \t]{0,16}(?:#{1,6}|>{1,8}|[-*+]|\d{1,9}[.)])[ \t]/gm, '')
    .replace(/^[-*_:| \t]{3,200}$/gm, '')
    .replace(/\||_{2,3}|~~|`{1,3}/g, ' ')
    .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/g, '');
