import type { Lang } from '@dossier/contract/shapes';
import type { ItemFacts } from '../../ground/ctx.ts';
import { type RevisionRow, revisionsByLink } from './queries.ts';

/** What stands for visitors whom nobody knows. */
const someVisitor: Record<Lang, (link: string) => string> = {
  cn: (link) => `链接“${link}”的访问者`,
  en: (link) => `Visitor of the link “${link}”`,
  es: (link) => `Visitante del enlace «${link}»`,
  ja: (link) => `リンク「${link}」の訪問者`,
};

/** Who sent a revision by a link. The deed was done with the rights of whoever gave the link, but it was not theirs. */
export const senderOf = (lang: Lang, { visitor, link }: Pick<RevisionRow, 'visitor' | 'link'>): string =>
  visitor || someVisitor[lang](link);

/** Tells every list who brought a document, or changed it last, by a link. */
export const senderFacts: ItemFacts = async (ctx, ids) => {
  const facts = new Map<number, Record<string, unknown>>();
  for (const row of await revisionsByLink(ctx.db, { ids: JSON.stringify(ids) })) {
    const sender = senderOf(ctx.user.lang, row);
    const isLast = row.updater_id === row.creator_id && row.updated_at === row.created_at;
    facts.set(row.document_id, {
      ...facts.get(row.document_id),
      ...(row.number === 1 && { creatorName: sender }),
      ...(isLast && { updaterName: sender }),
    });
  }
  return facts;
};
