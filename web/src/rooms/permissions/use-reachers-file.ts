import type { Item } from '@dossier/contract/library';
import { permissions, type Reacher } from '@dossier/contract/permissions';
import { useState } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { call } from '../../ground/call.ts';
import { saveCsv } from '../../ground/csv.ts';
import { useText } from '../../ground/text.ts';
import { levelWords } from './grant-fields.tsx';
import { lookOf, type OfficeLook } from './office-look.ts';
import { useReasonWords } from './use-reason-words.ts';

const pageSize = 1000;

async function everybody(objId: string, look: OfficeLook | undefined): Promise<Reacher[]> {
  const all: Reacher[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const page = await call(permissions.reachedBy, { objId, pageNo, pageSize, ...lookOf(look) });
    all.push(...page.list);
    if (page.list.length < pageSize) return all;
  }
}

/** Saves everybody who reaches an item, with the reasons, as a table. */
export function useReachersFile(item: Pick<Item, 'id' | 'name'>, look?: OfficeLook): { busy: boolean; save: () => void } {
  const t = useText('permissions');
  const people = useText('people');
  const reasons = useReasonWords();
  const [busy, setBusy] = useState(false);
  const rowOf = (one: Reacher): string[] => [
    one.fullName,
    one.loginName ?? '',
    levelWords(t, one.level),
    one.until === undefined ? t('permanent') : exactTime(one.until),
    [...(one.owner ? [t('owner')] : []), ...(one.guest ? [t('guest')] : []), ...(one.enabled ? [] : [people('disabled')])].join(t('and')),
    reasons(one.sources),
  ];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const head = [people('fullName'), people('loginName'), t('level'), t('deadline'), t('marks'), t('reasons')];
      saveCsv(t('reachersOf', { name: item.name }), [head, ...(await everybody(item.id, look)).map(rowOf)]);
    } catch {
      // the refusal has been shown by `call`
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
}
