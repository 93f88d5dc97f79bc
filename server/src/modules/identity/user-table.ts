import { codes } from '@dossier/contract/core/codes';
import { languages } from '@dossier/contract/core/languages';
import { type Lang, langs } from '@dossier/contract/core/shapes';
import { type BuiltInRole, builtInRoles } from '@dossier/contract/identity/users';
import { Refusal } from '../../platform/refusal.ts';
import { nameKey } from '../../platform/text/names.ts';
import { type TextOf, textOf } from '../../platform/text/texts.ts';
import { emptied, type PersonCells, type PersonColumn, personColumns } from '@dossier/contract/identity/user-administration';

/** The words of tables of users in a language. */
export const tableWords = (lang: Lang): TextOf<'identity.import'> => textOf(lang, 'identity.import');

/** Normalises a word: without decorations around it. */
const keyOf = (text: string): string => nameKey(text).replace(/[\s*_:：()（）-]+/g, '');

/** Other names of the columns in exports of other systems. */
const columnAliases: Partial<Record<PersonColumn, string[]>> = {
  loginName: ['account', 'username', 'user', 'login', '账号', '登录账号', '用户名', '工号', 'usuario', 'ユーザー名'],
  fullName: ['fullname', 'displayname', '真实姓名', 'nombrecompleto', '名前'],
  departments: ['department', '所属部门', '组织', 'departamento', '部署'],
  roles: ['role', 'rol'],
  groups: ['group', '组', 'grupo'],
  mail: ['email', 'e-mail', '邮件', '电子邮箱', '邮箱地址', 'correo', 'メール'],
  enabled: ['active', 'status', '状态', 'activo'],
  lang: ['locale'],
};

const columns = new Map<string, PersonColumn>(
  personColumns.flatMap((column) =>
    [column, ...langs.map((lang) => tableWords(lang)(column)), ...(columnAliases[column] ?? [])].map(
      (name) => [keyOf(name), column] as const,
    ),
  ),
);

/** The column of a heading, in any language. */
export const columnOf = (heading: string): PersonColumn | undefined => columns.get(keyOf(heading));

const flags = new Map<string, boolean>([
  ...langs.flatMap((lang): [string, boolean][] => [
    [keyOf(tableWords(lang)('yes')), true],
    [keyOf(tableWords(lang)('no')), false],
  ]),
  ...['1', 'true', 'y', 's', 'si', '启用', '在职', 'enabled', 'active'].map((word): [string, boolean] => [word, true]),
  ...['0', 'false', 'n', '停用', '禁用', '离职', 'disabled', 'inactive'].map((word): [string, boolean] => [word, false]),
]);

/** Yes or no, in any language. */
const flagOf = (word: string): boolean | undefined => flags.get(keyOf(word));

const pinyin = new Map<string, Lang>(
  langs.flatMap((lang) => [lang, languages[lang].name].map((name): [string, Lang] => [keyOf(name), lang])),
);

/** A language by its code or own name. */
const langOf = (word: string): Lang | undefined => (keyOf(word) === 'zh' ? 'cn' : pinyin.get(keyOf(word)));

const kinds = Object.keys(builtInRoles) as BuiltInRole[];

/** The name of a role in a table of this language; translated for a built-in role that was not renamed. */
export function roleWord(lang: Lang, role: { name: string; kind: string }): string {
  const kind = kinds.find((kindName) => kindName === role.kind && builtInRoles[kindName] === role.name);
  return kind === undefined ? role.name : tableWords(lang)(kind);
}

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
function splitCell(cell: string, separators: string): string[] {
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
