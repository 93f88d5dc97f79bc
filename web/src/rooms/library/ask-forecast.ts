import { codes } from '@dossier/contract/codes';
import { permissions } from '@dossier/contract/permissions';
import type { OutputOf } from '@dossier/contract/route';
import { CallError, call } from '../../ground/call.ts';
import { type TextOf, textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';

type Told = OutputOf<typeof permissions.forecast>;

function listed(t: TextOf<'library'>, names: readonly string[], all: number): string {
  const shown = names.join(t('nameComma'));
  return names.length < all ? t('namesAndMore', { names: shown, n: all - names.length }) : shown;
}

/** What the server foresees; it does not look at too many places in one go. What stands in the way of the move itself, the move says. */
async function forecast(objIds: string[], parentId: string): Promise<Told | 'tooMany' | undefined> {
  try {
    return await call(permissions.forecast, { objIds, parentId }, { quiet: true });
  } catch (error) {
    return error instanceof CallError && error.code === codes.tooManyItems.code ? 'tooMany' : undefined;
  }
}

/** Before a move that lets others see something, or hides it from them, asks whether to go on; says who, where the person may know. */
export async function agreesToReach(items: readonly { id: string }[], parentId: string): Promise<boolean> {
  if (items.length === 0) return true;
  const objIds = items.map((item) => item.id);
  const t = textOf('library');
  const told = await forecast(objIds, parentId);
  if (told === 'tooMany') return confirm({ title: t('reachMayChange'), text: t('reachUnknown'), ok: t('moveAnyway') });
  if (told === undefined || (!told.widens && !told.narrows)) return true;
  const { people } = told;
  const gained = people === undefined ? t('othersGain') : t('theseGain', { names: listed(t, people.gaining, people.gainers) });
  const lost = people === undefined ? t('othersLose') : t('theseLose', { names: listed(t, people.losing, people.losers) });
  const text = [...(told.widens ? [gained] : []), ...(told.narrows ? [lost] : [])].join(' ');
  return confirm({ title: t('reachChanges'), text, ok: t('moveAnyway') });
}
