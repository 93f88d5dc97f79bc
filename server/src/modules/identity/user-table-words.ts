import { languages } from '@dossier/contract/core/languages';
import { type Lang, langs } from '@dossier/contract/core/shapes';
import { type TextOf, textOf } from '../../platform/text/texts.ts';
import { type PersonColumn, personColumns } from '@dossier/contract/identity/user-administration';
import { type BuiltInRole, builtInRoles } from '@dossier/contract/identity/users';
import { nameKey } from '../../platform/text/names.ts';

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
export const flagOf = (word: string): boolean | undefined => flags.get(keyOf(word));

const pinyin = new Map<string, Lang>(
  langs.flatMap((lang) => [lang, languages[lang].name].map((name): [string, Lang] => [keyOf(name), lang])),
);

/** A language by its code or own name. */
export const langOf = (word: string): Lang | undefined => (keyOf(word) === 'zh' ? 'cn' : pinyin.get(keyOf(word)));

const kinds = Object.keys(builtInRoles) as BuiltInRole[];

/** The name of a role in a table of this language; translated for a built-in role that was not renamed. */
export function roleWord(lang: Lang, role: { name: string; kind: string }): string {
  const kind = kinds.find((kindName) => kindName === role.kind && builtInRoles[kindName] === role.name);
  return kind === undefined ? role.name : tableWords(lang)(kind);
}
