import type { Department } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import type { Place } from './drop-place.ts';

const atTop = '0';

/** What moves with a department, and that rights and heads change with the place where that concerns anybody. */
export function moveTold({ belowCount, wholeCount }: Department): string {
  const t = textOf('people');
  if (wholeCount > 0) return t('moveTold', { departments: belowCount, people: wholeCount });
  return belowCount > 0 ? t('moveToldEmpty', { departments: belowCount }) : '';
}

/** Asks before a department goes to another one. */
export function agreesToMove(department: Department, place: Place): Promise<boolean> {
  const t = textOf('people');
  const name = department.name;
  const title = place.parent ? t('moveAsk', { name, target: place.parent.name }) : t('moveTopAsk', { name });
  return confirm({ title, text: moveTold(department), ok: t('move') });
}

/** Moves a department, and offers for a while to take it back; `next` is what stands after it now, if anything. */
export async function moveDepartment(department: Department, place: Place, next?: string): Promise<void> {
  const t = textOf('people');
  const { id, name, parentId = atTop, sortNumber } = department;
  const target = place.parent?.id ?? atTop;
  notice.endUndo([id]);
  await changed(async () => {
    if (target !== parentId) await call(people.updateDepartment, { id, parentId: target });
    if (place.beside) await call(people.placeDepartment, { id, ...place.beside });
  });
  const back = (): Promise<unknown> =>
    target === parentId
      ? call(people.placeDepartment, { id, ...(next !== undefined && { before: next }) })
      : call(people.updateDepartment, { id, parentId, sortNumber });
  const text =
    target === parentId
      ? t('wasPlaced', { name })
      : place.parent
        ? t('wasMoved', { name, target: place.parent.name })
        : t('wasMovedTop', { name });
  notice.undo(text, { label: t('undo'), about: [id], run: () => void changed(back).catch(() => undefined) });
}

/** What a change did to the tree is shown, and what it did of it where it failed halfway. */
async function changed(deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
  } finally {
    await refresh(people.departments, people.findDepartments, people.users);
  }
}
