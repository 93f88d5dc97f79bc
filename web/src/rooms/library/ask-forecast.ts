import { permissions } from '@dossier/contract/permissions';
import { call } from '../../ground/call.ts';
import { type TextOf, textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';

function listed(t: TextOf<'library'>, names: readonly string[], all: number): string {
  const shown = names.join(t('nameComma'));
  return names.length < all ? t('namesAndMore', { names: shown, n: all - names.length }) : shown;
}

/** Before a move that lets others see something, or hides it from them, asks whether to go on; says who, where the person may know. */
export async function agreesToReach(items: readonly { id: string }[], parentId: string): Promise<boolean> {
  if (items.length === 0) return true;
  const objIds = items.map((item) => item.id);
  // what stands in the way of the move itself, the move says
  const told = await call(permissions.forecast, { objIds, parentId }, { quiet: true }).catch(() => undefined);
  if (told === undefined || (!told.widens && !told.narrows)) return true;
  const t = textOf('library');
  const { people } = told;
  const gained = people === undefined ? t('othersGain') : t('theseGain', { names: listed(t, people.gaining, people.gainers) });
  const lost = people === undefined ? t('othersLose') : t('theseLose', { names: listed(t, people.losing, people.losers) });
  const text = [...(told.widens ? [gained] : []), ...(told.narrows ? [lost] : [])].join(' ');
  return confirm({ title: t('reachChanges'), text, ok: t('moveAnyway') });
}
