const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** A program on the user's computer that opens documents from the sync disk by an address of its own scheme. */
export interface DeskProgram {
  id: 'word' | 'excel' | 'powerPoint' | 'libreOffice';
  /** Its own name, the same in each language. */
  name: string;
  /** As the Office URI schemes name it; LibreOffice follows them. */
  scheme: string;
  opens: ReadonlySet<string>;
}

const texts = 'doc docx docm dot dotx rtf odt';
const sheets = 'xls xlsx xlsm xlsb xlt xltx xltm ods';
const slides = 'ppt pptx pptm pps ppsx potx odp';

export const deskPrograms: readonly DeskProgram[] = [
  { id: 'word', name: 'Word', scheme: 'ms-word', opens: list(texts) },
  { id: 'excel', name: 'Excel', scheme: 'ms-excel', opens: list(sheets) },
  { id: 'powerPoint', name: 'PowerPoint', scheme: 'ms-powerpoint', opens: list(slides) },
  {
    id: 'libreOffice',
    name: 'LibreOffice',
    scheme: 'vnd.libreoffice.command',
    opens: list(`${texts} ${sheets} ${slides} ott ots otp fods odg`),
  },
];

/** The link that opens an address in a program: to edit it (`ofe`), or to view it (`ofv`). */
export function deskLink({ scheme }: DeskProgram, { url, readOnly }: { url: string; readOnly: boolean }): string {
  // these end or split the address in a command line or in the link
  const safe = url.replace(/[|'()!*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${scheme}:${readOnly ? 'ofv' : 'ofe'}|u|${safe}`;
}

/** Follows a link to a program; the page stays. */
export function followDeskLink(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
