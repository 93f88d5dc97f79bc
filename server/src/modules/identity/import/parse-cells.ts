import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import { type PersonCells, type PersonColumn, emptied } from '@dossier/contract/identity/user-import';
import { Refusal } from '../../../platform/refusal.ts';
import { flagOf, langOf } from '../user-table-words.ts';

/** What a row wants of a person; what is undefined stays as it is. */
export interface RequestedUser {
  loginName: string;
  fullName?: string | undefined;
  /** Each as the names of a path from the top, the main one first. */
  departments?: string[][] | undefined;
  roles?: string[] | undefined;
  groups?: string[] | undefined;
  /** Empty takes the address away. */
  mail?: string | undefined;
  enabled?: boolean | undefined;
  lang?: Lang | undefined;
}

/** The pieces of a cell between separators; a backslash before one makes it part of the name. */
export function splitCell(cell: string, separators: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < cell.length; at++) {
    const char = cell[at] ?? '';
    if (char === '\\' && at + 1 < cell.length) piece += char + (cell[++at] ?? '');
    else if (separators.includes(char)) {
      pieces.push(piece);
      piece = '';
    } else piece += char;
  }
  return [...pieces, piece].map((one) => one.trim()).filter((one) => one !== '');
}

const list = ';；\n';
const path = '/';

const unescaped = (piece: string): string => piece.replace(/\\(.)/gs, '$1').trim();
const escaped = (name: string): string => name.replace(/[\\/;；\n]/g, (sign) => `\\${sign}`);

/** A path of departments as a cell says it. */
export const pathCell = (names: readonly string[]): string => names.map(escaped).join(' / ');

/** Several names as a cell says them, each written already. */
export const listCell = (names: readonly string[]): string => names.join('; ');

/** A name of a role or group as a cell says it. */
export const nameCell = escaped;

/** A cell that says something: undefined where it is empty or its column is absent, '' where it empties the field. */
const cellText = (cell: string | undefined): string | undefined => {
  const text = cell?.trim() ?? '';
  if (text === '') return undefined;
  return text === emptied ? '' : text;
};

function requireKnownWord<T>(column: PersonColumn, cell: string | undefined, find: (word: string) => T | undefined): T | undefined {
  const text = cellText(cell);
  if (text === undefined) return undefined;
  const found = find(text);
  if (found === undefined) throw new Refusal(codes.importWordUnknown, { word: text, column });
  return found;
}

/** What a row says; refuses words that mean nothing. */
export function parseCells(cells: PersonCells): RequestedUser {
  const names = (cell: string | undefined): string[] | undefined => {
    const text = cellText(cell);
    return text === undefined ? undefined : [...new Set(splitCell(text, list).map(unescaped))];
  };
  const departments = cellText(cells.departments);
  return {
    loginName: cells.loginName.trim(),
    fullName: cellText(cells.fullName),
    departments: departments === undefined ? undefined : splitCell(departments, list).map((one) => splitCell(one, path).map(unescaped)),
    roles: names(cells.roles),
    groups: names(cells.groups),
    mail: cellText(cells.mail),
    enabled: requireKnownWord('enabled', cells.enabled, flagOf),
    lang: requireKnownWord('lang', cells.lang, langOf),
  };
}
