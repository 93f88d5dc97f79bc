import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';

/** The card of a document, loaded where it cannot be shown after all. */
export const CardInstead = lazyThemed(() => import('./document-card.tsx').then((m) => m.DocumentCard));

/** The notice that a document did not come, and how it is asked for again. */
export const NoticeInstead = lazyThemed(() => import('./reload-notice.tsx').then((m) => m.ReloadNotice));

/** The source of a document that is mostly read otherwise: the editor is large, and comes when somebody asks for it. */
export const SourceLater = lazyThemed(() => import('../windows/source-window.tsx').then((m) => m.SourceWindow));
