let codes: Map<string, number> | undefined;

/** Encodes text as GBK, as old Chinese programs do; Node can only decode it, so its decoding table is inverted. */
export function encodeGbk(text: string): Buffer {
  codes ??= readTable();
  const bytes: number[] = [];
  for (const letter of text) {
    const code = codes.get(letter);
    if ((letter.codePointAt(0) ?? 0) < 0x80) bytes.push(letter.charCodeAt(0));
    else if (code === undefined) throw new Error(`GBK has no ${letter}`);
    else bytes.push(code >> 8, code & 0xff);
  }
  return Buffer.from(bytes);
}

function readTable(): Map<string, number> {
  const decoder = new TextDecoder('gbk');
  const table = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high++) {
    for (let low = 0x40; low <= 0xfe; low++) {
      const letter = decoder.decode(Uint8Array.of(high, low));
      if (letter.length === 1 && letter !== '\ufffd' && !table.has(letter)) table.set(letter, (high << 8) | low);
    }
  }
  return table;
}
