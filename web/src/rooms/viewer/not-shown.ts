import { dressedLater } from '../../ground/ui/dress.tsx';

/** The card of a document, loaded where it cannot be shown after all. */
export const CardInstead = dressedLater(() => import('./document-card.tsx').then((m) => m.DocumentCard));

/** The notice that a document did not come, and how it is asked for again. */
export const NoticeInstead = dressedLater(() => import('./reload-notice.tsx').then((m) => m.ReloadNotice));
