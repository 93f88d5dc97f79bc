import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';

/** The properties of a document, loaded where it cannot be shown. */
export const CardInstead = lazyThemed(() => import('./document-card.tsx').then((m) => m.DocumentCard));

/** The notice that a document could not be loaded, with a retry. */
export const NoticeInstead = lazyThemed(() => import('./reload-notice.tsx').then((m) => m.ReloadNotice));

/** The source of a document that is usually shown rendered: the editor is large, and loaded on demand. */
export const SourceLater = lazyThemed(() => import('../windows/source-window.tsx').then((m) => m.SourceWindow));
