import type { DemoLanguage } from '../company/demo-language.ts';
import { sentencesAbout } from './prose-topics.ts';
import { words } from './prose-words.ts';
import { randomFrom } from './random.ts';

export interface Section {
  heading: string;
  paragraphs: string[];
}

/** A table of numbers that add up. */
export interface Table {
  columns: readonly string[];
  rows: { name: string; quantity: number; price: number; amount: number }[];
  total: { name: string; amount: number };
}

/** Generates the text of a document; equal title, language and seed give equal text. */
export interface Prose {
  title: string;
  lang: DemoLanguage;
  /** The line below the title: author and date. */
  byline: string;
  sections: Section[];
  table: Table;
}

/** The input of a file. */
export interface Wish {
  title: string;
  lang: DemoLanguage;
  seed: number;
}

const makers: Record<DemoLanguage, string> = {
  cn: '澜江工程有限公司',
  en: 'Lanjiang Engineering Co., Ltd.',
  es: 'Lanjiang Engineering, oficina de Ciudad de México',
  ja: '瀾江エンジニアリング東京事務所',
};

/** Writes a document of several sections about the company's business. */
export function writeProse({ title, lang, seed }: Wish): Prose {
  const random = randomFrom(seed);
  const { headings, sentences: general, columns, rows, total } = words[lang];
  const sentences = [...general, ...sentencesAbout(lang, title)];
  const join = lang === 'cn' || lang === 'ja' ? '' : ' ';
  const paragraph = (): string => random.some(sentences, random.int(2, 4)).join(join);
  const sections = headings.map((heading) => ({ heading, paragraphs: Array.from({ length: random.int(1, 3) }, paragraph) }));
  const lines = random.some(rows, 6).map((name) => {
    const [quantity, price] = [random.int(4, 240), random.int(8, 960) * 5];
    return { name, quantity, price, amount: quantity * price };
  });
  const date = `2026-0${random.int(1, 9)}-${String(random.int(1, 28)).padStart(2, '0')}`;
  return {
    title,
    lang,
    byline: `${makers[lang]} · LJ-${random.int(1000, 9999)} · ${date}`,
    sections,
    table: { columns, rows: lines, total: { name: total, amount: lines.reduce((sum, { amount }) => sum + amount, 0) } },
  };
}

/** A number with thousands separators. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** The table as rows of texts, the headings first and the total last. */
export function tableTexts({ columns, rows, total }: Table): string[][] {
  const lines = rows.map(({ name, quantity, price, amount }) => [name, grouped(quantity), grouped(price), grouped(amount)]);
  return [[...columns], ...lines, [total.name, '', '', grouped(total.amount)]];
}
