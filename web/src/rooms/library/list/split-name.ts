/** A name and its extension with the dot, as lists show them: the extension only where it is one. */
export function splitName(name: string, ext: string | undefined): { stem: string; ext: string } {
  if (ext === undefined || ext === '') return { stem: name, ext: '' };
  const tail = `.${ext}`;
  if (name.length <= tail.length || !name.toLowerCase().endsWith(tail)) return { stem: name, ext: '' };
  return { stem: name.slice(0, -tail.length), ext: name.slice(-tail.length) };
}
