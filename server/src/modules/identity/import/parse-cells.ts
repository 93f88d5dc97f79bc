import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import { type PersonCells, type PersonColumn, emptied } from '@dossier/contract/identity/user-administration';
import { Refusal } from '../../../platform/refusal.ts';
import { flagOf, langOf } from '../user-table-words.ts';

/** The requested fields of a user in a row; undefined ones stay as they are. */
export interface RequestedUser {
  loginName: string;
  fullName?: string | undefined;
  /** Each as a path of names from the top, the main one first. */
  departments?: string[][] | undefined;
  roles?: string[] | undefined;
  groups?: string[] | undefined;
  /** Empty removes the address. */
  mail?: string | undefined;
  enabled?: boolean | undefined;
  lang?: Lang | undefined;
}

/** The parts of a cell between separators; a backslash escapes a separator. */
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
  return [...pieces, piece].map((part) => part.trim()).filter((part) => part !== '');
}

const list = ';；\n';
const path = '/';

const unescaped = (piece: string): string => piece.replace(/\\(.)/gs, '$1').trim();
const escaped = (name: string): string => name.replace(/[\\/;；\n]/g, (character) => `\\${character}`);

/** The cell text of a department path. */
export const pathCell = (names: readonly string[]): string => names.map(escaped).join(' / ');

/** The cell text of several names, each escaped already. */
export const listCell = (names: readonly string[]): string => names.join('; ');

/** The cell text of a role or group name. */
export const nameCell = escaped;

/** The text of a cell: undefined where it is empty or its column is missing, '' where it clears the field. */
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

/** The fields of a row; refuses unknown words. */
export function parseCells(cells: PersonCells): RequestedUser {
  const names = (cell: string | undefined): string[] | undefined => {
    const text = cellText(cell);
    return text === undefined ? undefined : [...new Set(splitCell(text, list).map(unescaped))];
  };
  const departments = cellText(cells.departments);
  return {
    loginName: cells.loginName.trim(),
    fullName: cellText(cells.fullName),
    departments: departments === undefined ? undefined : splitCell(departments, list).map((part) => splitCell(part, path).map(unescaped)),
    roles: names(cells.roles),
    groups: names(cells.groups),
    mail: cellText(cells.mail),
    enabled: requireKnownWord('enabled', cells.enabled, flagOf),
    lang: requireKnownWord('lang', cells.lang, langOf),
  };
}
