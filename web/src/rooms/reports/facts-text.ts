import { type Reach, reaches } from '@dossier/contract/rights';
import type { TextOf } from '../../ground/text.ts';
import { nameOfBits } from '../permissions/levels.ts';

/** The words of this room and those of rights, and how a time is written. */
export interface FactWords {
  t: TextOf<'reports'>;
  rights: TextOf<'permissions'>;
  time: (iso: string) => string;
}

type Say = (value: unknown, words: FactWords) => string;

const plain: Say = (value) => String(value);

const levelText: Say = (value, { rights }) => {
  const name = nameOfBits(Number(value));
  return 'level' in name ? rights(`level_${name.level}`) : name.rights.map((one) => rights(`right_${one}`)).join(rights('and'));
};

const isReach = (value: unknown): value is Reach => (reaches as readonly unknown[]).includes(value);

/** How each field that the log keeps of an item is said; what is not here is not shown. */
const fields = {
  name: { label: ({ t }) => t('factName'), value: plain },
  parent: { label: ({ t }) => t('factParent'), value: plain },
  to: { label: ({ t }) => t('factTo'), value: plain },
  owner: { label: ({ rights }) => rights('owner'), value: plain },
  level: { label: ({ rights }) => rights('level'), value: levelText },
  reach: { label: ({ rights }) => rights('reach'), value: (value, { rights }) => (isReach(value) ? rights(`reach_${value}`) : '') },
  deadline: { label: ({ rights }) => rights('deadline'), value: (value, { time }) => time(String(value)) },
  inherit: { label: ({ t }) => t('factInherit'), value: (value, { t }) => t(value === true ? 'yes' : 'no') },
  heir: { label: ({ t }) => t('factHeir'), value: plain },
  cabinets: { label: ({ t }) => t('factCabinets'), value: plain },
  documents: { label: ({ t }) => t('factDocuments'), value: plain },
  peopleCreated: { label: ({ t }) => t('factCreated'), value: plain },
  peopleChanged: { label: ({ t }) => t('factChanged'), value: plain },
  minutes: { label: ({ t }) => t('factMinutes'), value: plain },
} satisfies Record<string, { label: (words: FactWords) => string; value: Say }>;

const isKnown = (field: string): field is keyof typeof fields => Object.hasOwn(fields, field);

/** What an entry tells beside who, when and what, in words: fields with what they were and became, or one value. */
export function factsOf(detail: string | undefined, words: FactWords): string[] {
  return Object.entries(read(detail)).flatMap(([field, value]) => {
    if (field === 'number') return typeof value === 'number' ? [words.t('factVersion', { number: value })] : [];
    if (!isKnown(field)) return [];
    const said = [value].flat().filter((one) => one !== null && one !== '');
    const texts = said.map((one) => fields[field].value(one, words)).filter((text) => text !== '');
    return texts.length === 0 ? [] : [words.t('fact', { label: fields[field].label(words), value: texts.join(' → ') })];
  });
}

function read(detail: string | undefined): Record<string, unknown> {
  try {
    const facts: unknown = JSON.parse(detail ?? '{}');
    return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
