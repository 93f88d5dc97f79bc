/** The longest pause in milliseconds between letters of a word. */
const pause = 800;

/** Collects typed letters to the beginning of a name. */
export class TypeAhead {
  private word = '';
  private last = 0;

  /** Whether a word is being typed, so that its letters are no shortcuts. */
  isOpen(now: number): boolean {
    return this.word !== '' && now - this.last < pause;
  }

  type(letter: string, now: number): string {
    this.word = this.isOpen(now) ? this.word + letter : letter;
    this.last = now;
    return this.word;
  }

  /** Another row was chosen: the next letter begins anew. */
  end(): void {
    this.word = '';
  }
}

/** The next row after `from` whose name begins with the word, wrapping around; repeating one letter steps through its rows. */
export function findAhead(word: string, from: number, names: readonly (string | undefined)[]): number | undefined {
  const low = word.toLocaleLowerCase();
  const [letter] = low;
  const same = letter !== undefined && [...low].every((one) => one === letter);
  const begin = same ? from + 1 : Math.max(from, 0);
  const wanted = same && !names.some((name) => name?.toLocaleLowerCase().startsWith(low)) ? letter : low;
  for (let step = 0; step < names.length; step++) {
    const index = (begin + step) % names.length;
    if (names[index]?.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
