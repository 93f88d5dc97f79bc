/** Words with what stood around them when they were quoted. */
export interface Quote {
  quote: string;
  before: string;
  after: string;
}

/** How many characters at the end of `before` stand before a place of the text, and how many at the start of `after` behind the quote. */
function agreement(text: string, at: number, { before, quote, after }: Quote): number {
  let [agreeing, following] = [0, 0];
  while (agreeing < before.length && before.at(-1 - agreeing) === text[at - 1 - agreeing]) agreeing++;
  while (following < after.length && after[following] === text[at + quote.length + following]) following++;
  return agreeing + following;
}

/**
 * Where a quote begins in a text: of several occurrences, the one whose surroundings agree best; -1 where it is not in the text, or empty. Spaces and line
 * breaks differ between versions and renderers: the caller takes them out of the text and of the quote.
 */
export function findQuote(text: string, sought: Quote): number {
  if (sought.quote === '') return -1;
  let best = { at: -1, agreeing: -1 };
  for (let at = text.indexOf(sought.quote); at >= 0; at = text.indexOf(sought.quote, at + 1)) {
    const agreeing = agreement(text, at, sought);
    if (agreeing > best.agreeing) best = { at, agreeing };
  }
  return best.at;
}
