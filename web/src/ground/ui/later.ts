import { dressedLater } from './dress.tsx';

/** A turning wheel, for pages that are seen before the toolkit's theme. */
export const WaitingLater = dressedLater(() => import('./waiting.tsx').then((m) => m.Waiting));

/** A failed answer, for pages that are seen before the toolkit's theme. */
export const ErrorLater = dressedLater(() => import('./error-box.tsx').then((m) => m.ErrorBox));
