// without letters and digits that are taken for each other when they are read out
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 8;

/** A password that nobody guesses within ten tries a minute, and that can be read out. */
export function makePassword(): string {
  const random = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(random, (number) => alphabet[number % alphabet.length]).join('');
}
