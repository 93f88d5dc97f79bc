import { type Look, useLook } from '../../ground/look.ts';
import { keepLayout } from '../../rooms/session/kept-layout.ts';

/** Changes the look at once, and keeps it with the account. */
export function chooseLook(changes: Partial<Look>): void {
  useLook.setState(changes);
  keepLayout('look', useLook.getState());
}
