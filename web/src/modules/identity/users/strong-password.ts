// Without the letters and digits that are taken for each other.
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

/** A random password that holds a character of each kind; more than five bits for each character. */
export function strongPassword(length = 16): string {
  for (;;) {
    const password = Array.from({ length }, () => pick(all)).join('');
    if (sets.every((set) => [...password].some((character) => set.includes(character)))) return password;
  }
}
