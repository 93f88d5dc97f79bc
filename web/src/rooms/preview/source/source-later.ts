import { dressedLater } from '../../../ground/ui/dress.tsx';

/** The source of a document that is mostly read otherwise: the editor is large, and comes when somebody asks for it. */
export const SourceLater = dressedLater(() => import('./source-window.tsx').then((m) => m.SourceWindow));
