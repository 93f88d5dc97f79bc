import type { Item } from '@dossier/contract/library';
import { permissions, type Reacher } from '@dossier/contract/permissions';
import { useState } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { call } from '../../ground/call.ts';
import { saveCsv } from '../../ground/csv.ts';
import { useText } from '../../ground/text.ts';
import { useGranteeName } from '../people/role-name.ts';
import { levelWords } from './grant-fields.tsx';
import { sourceWords } from './sources.tsx';

const pageSize = 1000;

async function everybody(objId: string): Promise<Reacher[]> {
  const all: Reacher[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const page = await call(permissions.reachedBy, { objId, pageNo, pageSize });
    all.push(...page.list);
    if (page.list.length < pageSize) return all;
  }
}

/** Saves everybody who reaches an item, with the reasons, as a table. */
export function useReachersFile(item: Pick<Item, 'id' | 'name'>): { busy: boolean; save: () => void } {
  const t = useText('permissions');
  const people = useText('people');
  const granteeName = useGranteeName();
  const [busy, setBusy] = useState(false);
  const rowOf = (one: Reacher): string[] => [
    one.fullName,
    one.loginName ?? '',
    levelWords(t, one.level),
    one.until === undefined ? t('permanent') : exactTime(one.until),
    [...(one.owner ? [t('owner')] : []), ...(one.guest ? [t('guest')] : []), ...(one.enabled ? [] : [people('disabled')])].join(t('and')),
    one.sources
      .map((source) => {
        const via = source.via === undefined ? undefined : granteeName(source.granteeType, source.via);
        return `${levelWords(t, source.level)} · ${sourceWords(t, source, via)}`;
      })
      .join('\n'),
  ];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const head = [people('fullName'), people('loginName'), t('level'), t('deadline'), t('marks'), t('reasons')];
      saveCsv(t('reachersOf', { name: item.name }), [head, ...(await everybody(item.id)).map(rowOf)]);
    } catch {
      // the refusal has been shown by `call`
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
}
