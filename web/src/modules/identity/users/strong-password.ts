// Without letters and digits that are easily confused.
const sets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789'];
const all = sets.join('');

function pick(from: string): string {
  // Values past the last whole multiple would favour the first characters.
  const limit = 256 - (256 % from.length);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] as number) >= limit);
  return from[(byte[0] as number) % from.length] as string;
}

/** A random password with a character of each class; more than five bits of entropy per character. */
export function strongPassword(length = 16): string {
  for (;;) {
    const password = Array.from({ length }, () => pick(all)).join('');
    if (sets.every((set) => [...password].some((character) => set.includes(character)))) return password;
  }
}
