import { LanguageDescription, type LanguageSupport } from '@codemirror/language';
import { languages } from '@codemirror/language-data';

// Beyond this the colours cost more than they help.
const longestName = 255;

/** The colours for a file by its name, loaded when needed; absent for plain text. */
export async function findLanguage(name: string): Promise<LanguageSupport | undefined> {
  if (name.length > longestName) return undefined;
  return LanguageDescription.matchFilename(languages, name.toLowerCase())?.load();
}
