import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from '@dossier/contract/core/codes';
import { filled, withWideSpaces } from '@dossier/contract/core/filled-texts';
import { languages } from '@dossier/contract/core/languages';
import { type Lang, langs } from '@dossier/contract/core/shapes';
import { settingGroups } from '@dossier/contract/core/site-settings';
import { describe, expect, it } from 'vitest';
import { textsByNamespace } from '../web/build/texts-plugin.ts';

type Texts = Record<string, string>;

const root = new URL('..', import.meta.url).pathname;
/** Files whose texts are read as a whole, not by key. */
const readWhole = new Set(['load-failure', 'codes']);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path) && statSync(path).isFile());
const sourcesOf = (folder: string): string[] => filesBelow(join(root, folder)).map((path) => readFileSync(path, 'utf8'));

function textsOf(side: string, lang: Lang): Record<string, Texts> {
  const folder = join(root, side, 'locales', lang);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return textsByNamespace(
    Object.fromEntries(files.map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))])),
  );
}

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string))].toSorted();
const formsOf = (lang: Lang): string[] => new Intl.PluralRules(languages[lang].tag).resolvedOptions().pluralCategories;
/** The keys whose English texts have a singular and a plural form, without the form. */
const pluralsOf = (english: Texts): string[] =>
  Object.keys(english).flatMap((key) => (key.endsWith('_one') && `${key.slice(0, -4)}_other` in english ? [key.slice(0, -4)] : []));
const formOf = (key: string, plurals: readonly string[]): string | undefined =>
  plurals.find((base) => key.startsWith(`${base}_`) && /^(zero|one|two|few|many|other)$/.test(key.slice(base.length + 1)));

/** The keys that a language must have: those of English, and of texts with plural forms each form that the language knows. */
function expectedKeys(english: Texts, lang: Lang): string[] {
  const plurals = pluralsOf(english);
  const plain = Object.keys(english).filter((key) => formOf(key, plurals) === undefined);
  return [...plain, ...plurals.flatMap((base) => formsOf(lang).map((form) => `${base}_${form}`))].toSorted();
}

describe.each(['web', 'server', 'contract'])('the texts of %s', (side) => {
  const english = textsOf(side, 'en');

  it.each(langs)('have in %s the keys and the placeholders of English', (lang) => {
    const all = textsOf(side, lang);
    expect(Object.keys(all)).toEqual(Object.keys(english));
    for (const [namespace, texts] of Object.entries(all)) {
      const first = english[namespace] as Texts;
      const plurals = pluralsOf(first);
      expect(Object.keys(texts).toSorted(), `${lang} ${namespace}`).toEqual(expectedKeys(first, lang));
      for (const [key, text] of Object.entries(texts)) {
        const base = formOf(key, plurals);
        const wanted = placeholders(first[base === undefined ? key : `${base}_other`] as string);
        expect(text.trim(), `${lang} ${namespace} ${key}`).not.toBe('');
        // The forms for zero, one and two may say the number as a word.
        const mayLack = base !== undefined && /_(zero|one|two)$/.test(key);
        expect([...new Set([...placeholders(text), ...(mayLack ? wanted : [])])].toSorted(), `${lang} ${namespace} ${key}`).toEqual(wanted);
      }
    }
  });
});

describe.each(['web', 'server'])('each text of %s', (side) => {
  const sources = sourcesOf(`${side}/src`);
  const contract = sourcesOf('contract/src').join('\n');
  const everywhere = sources.join('\n');
  const inContract = (key: string): boolean => contract.includes(` ${key}:`) || contract.includes(`'${key}'`);
  const english = Object.entries(textsOf(side, 'en'));
  const asking = (namespace: string): string =>
    sources
      .filter((source) => source.includes(`'${namespace}'`) || (namespace === 'platform' && source.includes('platformText(')))
      .join('\n');
  const isElsewhere = (namespace: string, key: string) => english.some(([other, texts]) => other !== namespace && key in texts);

  /**
   * A key that several namespaces have must stand in a file that asks for this one, others anywhere: files get their texts handed over too.
   * Computed keys are known by the part that is written out, `kind_${kind}` and `${choice}Hint`, or by tables of the contract.
   */
  function unused(namespace: string, keys: readonly string[]): string[] {
    const source = asking(namespace);
    const starts = [...source.matchAll(/`([a-z]\w*)\$\{/g)].map(([, start]) => start as string);
    const ends = [...source.matchAll(/\}([A-Z]\w*)`/g)].map(([, end]) => end as string);
    const isComputed = (key: string) => starts.some((start) => key.startsWith(start)) || ends.some((end) => key.endsWith(end));
    const isWritten = (key: string) => (isElsewhere(namespace, key) ? source : everywhere).includes(`'${key}'`);
    return keys.filter((key) => !isWritten(key) && !isComputed(key) && !inContract(key));
  }

  it.each(Object.entries(textsOf(side, 'en')))('of %s is used', (namespace, texts) => {
    if (readWhole.has(namespace)) return;
    expect(everywhere, 'nobody asks for this namespace').toContain(`'${namespace}'`);
    const plurals = pluralsOf(texts);
    const keys = Object.keys(texts).map((key) => formOf(key, plurals) ?? key);
    expect(unused(namespace, keys)).toEqual([]);
  });

  it.each(Object.entries(textsOf(side, 'en')))('of %s with plural forms is given a count', (namespace, texts) => {
    const source = asking(namespace);
    expect(pluralsOf(texts).filter((key) => source.includes(`('${key}')`))).toEqual([]);
  });
});

describe('the texts of the answer codes', () => {
  const texts = langs.map((lang) => textsOf('contract', lang)['codes'] as Texts);

  it('are one for each code', () => {
    for (const all of texts) expect(Object.keys(all).toSorted()).toEqual(Object.keys(codes).toSorted());
  });

  it('are each in the script of its language, and plain', () => {
    for (const [at, all] of texts.entries())
      for (const [name, text] of Object.entries(all)) {
        expect(text.trim(), name).toBe(text);
        expect(text, name).not.toMatch(/[!！¡]/);
        // The script shows a text in the wrong file: Han without kana, kana, or neither.
        const script = /[\u3040-\u30ff]/.test(text) ? 'ja' : /\p{Script=Han}/u.test(text) ? 'cn' : 'latin';
        const lang = langs[at] as Lang;
        expect(script, `${lang} ${name}`).toBe(lang === 'cn' || lang === 'ja' ? lang : 'latin');
      }
  });

  it('differ between the languages, and within one', () => {
    const shared = Object.keys(codes).flatMap((name) => {
      const said = texts.map((all) => all[name]);
      return langs.filter((_, at) => said.indexOf(said[at]) !== at).map((lang) => `${lang} ${name}`);
    });
    expect(shared).toEqual([]);
    for (const all of texts) expect(new Set(Object.values(all)).size).toBe(Object.keys(all).length);
  });
});

/** Words and phrases that English texts no longer use, each with what is said instead; the glossary is in CONTRIBUTING.md. */
const formerWords: [RegExp, string][] = [
  [/stands? here/, 'appears here'],
  [/\bwhoever\b/, 'anyone who, the person who'],
  [/\b(may|might) (not )?(see|read|view|download|edit|use|open|share)\b/, 'can, can’t, you can’t access'],
  [/\b(a|the|this|that|by|of) letters?\b/, 'email'],
  [/\b(e-mails?|mail address(es)?|mails)\b/, 'email'],
  [/\bpapers?\b/, 'document'],
  [/\bheirs?\b/, 'new owner'],
  [/\bdeeds?\b/, 'permission'],
  [/\b(a|the|new|its|no|undecided|of) finds?\b|\bfinds (are|lead|of)\b/, 'match'],
  [/\bstand-ins?\b|\bstands? in\b/, 'delegate'],
  [/\bhand(s|ed)? (it |them )?(in|over)\b/, 'submit, transfer'],
  [/\bcall(s|ed)? off\b|\bcall a meeting\b/, 'cancel, New meeting'],
  [/\burges?d?\b/, 'remind'],
  [/\bratif(y|ies|ied)\b/, 'approve'],
  [/\bveto(es|ed)?\b/, 'reject'],
  [/\bapplicants?\b/, 'requester'],
  [/\bperhaps\b/, 'maybe'],
  [/\bfor good\b/, 'permanently'],
  [/\banew\b/, 'again'],
  [/\bvouch(es)?\b/, 'verify'],
  [/\bsecond steps?\b/, 'two-step verification'],
  [/\buntied?\b|\bties\b|\btied\b|\bunbound\b/, 'unlink, linked'],
  [/\bsegments?\b/, 'IP rule'],
  [/\bswitch(ed|es)? (it |them )?(on|off)\b/, 'turn on, turn off'],
  [/\bin force\b/, 'Enabled'],
  [/\b(take|takes|took|taken) (it )?(away|off|back)\b/, 'remove, revoke'],
  [/\b(give|gives|gave|given) (a )?rights?\b|\brights\b/, 'permissions, access'],
  [/\brevisions?\b/, 'version'],
  [/\b(a|your|the|my) shares?\b(?! guests)/, 'link'],
  [/\bblack(ed)? out\b/, 'redact'],
  [/\b(somebody|everybody|anybody|nobody)\b/, 'someone, everyone, anyone, no one'],
  [
    /colour|organis|licence|favourite|centre|\bgrey\b|behaviour|cancelled|recognis|catalogue\b|\bsub-(folder|department)/,
    'American spelling',
  ],
];

/** The former words of each language. */
const formerWordsOf: Partial<Record<Lang, [RegExp, string][]>> = {
  en: formerWords,
  cn: [
    [/驳回/, '否决'],
    [/第二步|二次验证/, '两步验证'],
    [/永久删除/, '彻底删除'],
    [/重设密码/, '重置密码'],
    [/办公服务器/, 'Office 服务器'],
    [/机构/, '组织'],
    [/账户/, '账号'],
    [/发布柜/, '发布文件柜'],
  ],
  es: [
    [/\b(tú|tus?|puedes|contigo)\b/, 'usted'],
    [/[“”]/, '« »'],
    [/armario/, 'archivador'],
    [/clave de acceso/, 'llave de acceso'],
    [/ofimático/, 'servidor de ofimática'],
    [/ratific|\bvet(ar|ado|ó)/, 'aprobar, rechazar'],
    [/colega/, 'compañero'],
    [/disco sincronizado/, 'disco de sincronización'],
  ],
  ja: [
    [/(フォルダ|ブラウザ|サーバ|ユーザ|ビューア)(?!ー)/, '…ー'],
    [/端末/, 'デバイス'],
    [/部署/, '部門'],
    [/ログイン(?!名)/, 'サインイン'],
    [/認証コード/, '確認コード'],
    [/アイテム/, '項目'],
    [/だれ/, '誰'],
    [/(ます|ました|ません)か$/, '…か？'],
    [/[ぁ-んァ-ヶ一-龠][?!:]/, '？！：'],
  ],
};

describe('the texts', () => {
  it.each(langs.flatMap((lang) => ['web', 'server', 'contract'].map((side) => [lang, side] as const)))(
    'in %s of %s use the words of the glossary',
    (lang, side) => {
      const found = Object.entries(textsOf(side, lang)).flatMap(([namespace, texts]) =>
        Object.entries(texts).flatMap(([key, text]) => {
          const words = text.replaceAll(/\{\{\w+\}\}/g, '…');
          return (formerWordsOf[lang] ?? []).flatMap(([former, better]) => {
            const [phrase] = new RegExp(former, 'i').exec(words) ?? [];
            return phrase === undefined ? [] : [`${namespace} ${key}: “${phrase}”, better: ${better}`];
          });
        }),
      );
      expect(found).toEqual([]);
    },
  );
});

/** What texts set beside each other where it is wrong; what is filled in is judged when it is known (`core/filled-texts.ts`). */
const wrongSpacing: Partial<Record<Lang, RegExp>> = {
  cn: /\p{Script=Han}(\{\{|\w)|(\}\}|\w)\p{Script=Han}|\p{Script=Han} [“”]|[“”] \p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]\{\{|\}\}[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
};

it.each(['web', 'server', 'contract'])(
  'Chinese and Japanese texts of %s set a space beside what is filled in, and none beside quotes',
  (side) => {
    const wrong = Object.entries(wrongSpacing).flatMap(([lang, pattern]) =>
      Object.entries(textsOf(side, lang as Lang)).flatMap(([namespace, texts]) =>
        Object.entries(texts).flatMap(([key, text]) => (pattern.test(text) ? [`${lang} ${namespace} ${key}: ${text}`] : [])),
      ),
    );
    expect(wrong).toEqual([]);
  },
);

it('what is filled into Chinese and Japanese texts has spaces beside it where it is no Chinese or Japanese, and keeps its own', () => {
  const told = (language: string, name: string | number): string => {
    const { it: word } = filled({ it: name }, language);
    return withWideSpaces(`删除 ${word} 的“${word}”`);
  };
  expect(told('zh-CN', '王芳')).toBe('删除王芳的“王芳”');
  expect(told('cn', 'Ana')).toBe('删除 Ana 的“Ana”');
  expect(told('zh-CN', '“合同”')).toBe('删除“合同”的““合同””');
  expect(told('zh-CN', '2026 年报告')).toBe('删除 2026 年报告的“2026 年报告”');
  expect(told('ja', '王 芳')).toBe('删除王 芳的“王 芳”');
  expect([told('cn', 3), told('en', '王芳')]).toEqual(['删除 3 的“3”', '删除 王芳 的“王芳”']);
});

it('each group of settings has a name and an introduction', () => {
  const texts = textsOf('web', 'en')['administration.configuration'] ?? {};
  const lacking = Object.keys(settingGroups).flatMap((group) =>
    ['group', 'about'].map((kind) => `${kind}_${group}`).filter((key) => texts[key] === undefined),
  );
  expect(lacking).toEqual([]);
});
