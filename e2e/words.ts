import type { Lang } from '@dossier/contract/core/shapes';

const rooms = {
  admin: (lang: Lang) => import(`../web/src/rooms/admin/text/${lang}.ts`),
  account: (lang: Lang) => import(`../web/src/rooms/account/text/${lang}.ts`),
  app: (lang: Lang) => import(`../web/src/app/text/${lang}.ts`),
  archives: (lang: Lang) => import(`../web/src/rooms/archives/text/${lang}.ts`),
  ground: (lang: Lang) => import(`../web/src/platform/text/${lang}.ts`),
  flows: (lang: Lang) => import(`../web/src/rooms/flows/text/${lang}.ts`),
  home: (lang: Lang) => import(`../web/src/rooms/home/text/${lang}.ts`),
  compare: (lang: Lang) => import(`../web/src/rooms/compare/text/${lang}.ts`),
  content: (lang: Lang) => import(`../web/src/rooms/content/text/${lang}.ts`),
  viewer: (lang: Lang) => import(`../web/src/rooms/viewer/text/${lang}.ts`),
  labels: (lang: Lang) => import(`../web/src/rooms/labels/text/${lang}.ts`),
  doors: (lang: Lang) => import(`../web/src/rooms/doors/text/${lang}.ts`),
  library: (lang: Lang) => import(`../web/src/rooms/library/text/${lang}.ts`),
  meetings: (lang: Lang) => import(`../web/src/rooms/meetings/text/${lang}.ts`),
  messages: (lang: Lang) => import(`../web/src/rooms/messages/text/${lang}.ts`),
  minutes: (lang: Lang) => import(`../web/src/rooms/minutes/text/${lang}.ts`),
  limits: (lang: Lang) => import(`../web/src/rooms/limits/text/${lang}.ts`),
  people: (lang: Lang) => import(`../web/src/rooms/people/text/${lang}.ts`),
  cards: (lang: Lang) => import(`../web/src/rooms/cards/text/${lang}.ts`),
  circles: (lang: Lang) => import(`../web/src/rooms/circles/text/${lang}.ts`),
  permissions: (lang: Lang) => import(`../web/src/rooms/permissions/text/${lang}.ts`),
  reports: (lang: Lang) => import(`../web/src/rooms/reports/text/${lang}.ts`),
  search: (lang: Lang) => import(`../web/src/rooms/search/text/${lang}.ts`),
  screening: (lang: Lang) => import(`../web/src/rooms/screening/text/${lang}.ts`),
  session: (lang: Lang) => import(`../web/src/rooms/session/text/${lang}.ts`),
  shares: (lang: Lang) => import(`../web/src/rooms/shares/text/${lang}.ts`),
  listings: (lang: Lang) => import(`../web/src/rooms/listings/text/${lang}.ts`),
  drawings: (lang: Lang) => import(`../web/src/rooms/drawings/text/${lang}.ts`),
  sheets: (lang: Lang) => import(`../web/src/rooms/sheets/text/${lang}.ts`),
  site: (lang: Lang) => import(`../web/src/rooms/site/text/${lang}.ts`),
  statistics: (lang: Lang) => import(`../web/src/rooms/statistics/text/${lang}.ts`),
  templates: (lang: Lang) => import(`../web/src/rooms/templates/text/${lang}.ts`),
  thumbnails: (lang: Lang) => import(`../web/src/rooms/thumbnails/text/${lang}.ts`),
  visits: (lang: Lang) => import(`../web/src/rooms/visits/text/${lang}.ts`),
  votes: (lang: Lang) => import(`../web/src/rooms/votes/text/${lang}.ts`),
  disk: (lang: Lang) => import(`../web/src/rooms/disk/text/${lang}.ts`),
  watermarks: (lang: Lang) => import(`../web/src/rooms/watermarks/text/${lang}.ts`),
};

type Room = keyof typeof rooms;

/** Says a text of the client in one language: `t('library.newFolder')`. */
export type Words = (key: `${Room}.${string}`, values?: Record<string, string | number>) => string;

/** The words of the client, as a person of this language reads them; an unknown key throws. */
export async function wordsIn(lang: Lang): Promise<Words> {
  const texts = new Map<string, Record<string, string>>();
  for (const [room, load] of Object.entries(rooms)) texts.set(room, ((await load(lang)) as { text: Record<string, string> }).text);
  return (key, values = {}) => {
    const [room = '', name = ''] = key.split('.');
    const words = texts.get(room);
    const one = (values.count ?? values.n) === 1 ? words?.[`${name}_one`] : undefined;
    const text = one ?? words?.[name];
    if (text === undefined) throw new Error(`No text ${key} in ${lang}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''));
  };
}
