import type { ShownPerson } from '../../ground/person-action.ts';

/** Shows a person what they reach themselves. */
export const openOwnReach = (person: ShownPerson): void => {
  void import('./reach-dialog.tsx').then(({ openReach }) => openReach(person, true)).catch(() => undefined);
};
