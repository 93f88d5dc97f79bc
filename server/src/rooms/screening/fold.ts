/** What a sign is compared as, by its number: 0 for one that is not seen at all. One unit becomes one unit, so that places stay where they are. */
let folded: Uint16Array | undefined;

const unseen = /^\p{Default_Ignorable_Code_Point}$/u;

function foldTable(): Uint16Array {
  const table = new Uint16Array(65_536);
  for (let unit = 0; unit < 65_536; unit += 1) {
    const sign = String.fromCharCode(unit);
    // halves of longer signs stay what they are
    if (unit >= 0xd8_00 && unit <= 0xdf_ff) table[unit] = unit;
    else if (unseen.test(sign)) table[unit] = 0;
    else if (/\s/.test(sign)) table[unit] = 32;
    else {
      const plain = sign.normalize('NFKC').toLowerCase();
      table[unit] = plain.length === 1 ? plain.charCodeAt(0) : unit;
    }
  }
  return table;
}

/** The table by which signs of another width or case are the same. */
export const foldingTable = (): Uint16Array => (folded ??= foldTable());

/** Chinese, Japanese and Korean signs, between which space says nothing: lines end anywhere. */
export const isWide = (unit: number): boolean => (unit >= 0x2e_80 && unit <= 0x9f_ff) || (unit >= 0xac_00 && unit <= 0xd7_ff);

/** Letters and digits of scripts that put spaces between words: a word in the middle of another one is none. */
export const joinsWords = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) || (unit >= 0xdf && unit <= 0x5_2f && unit !== 0xf7);

/** The units of a word as they are compared. */
export function foldWord(word: string): number[] {
  const table = foldingTable();
  const units: number[] = [];
  let space = false;
  for (const sign of word.normalize('NFC').split('')) {
    const unit = table[sign.charCodeAt(0)] ?? 0;
    if (unit === 0) continue;
    if (unit === 32) {
      space = units.length > 0;
      continue;
    }
    if (space && !(isWide(units.at(-1) ?? 0) && isWide(unit))) units.push(32);
    space = false;
    units.push(unit);
  }
  return units;
}
