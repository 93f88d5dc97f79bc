import { permissions, type ReachedPlace } from '@dossier/contract/permissions';
import { useState } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { call } from '../../ground/call.ts';
import { saveCsv } from '../../ground/csv.ts';
import type { ShownPerson } from '../../ground/person-action.ts';
import { useText } from '../../ground/text.ts';
import { useAreaWord } from './area-words.ts';
import { levelWords } from './grant-fields.tsx';
import { lookOf, type OfficeLook } from './office-look.ts';
import { useReasonWords } from './use-reason-words.ts';

const pageSize = 1000;

interface Asked {
  area: number | undefined;
  look: OfficeLook | undefined;
}

async function everyPlace(userId: string, { area, look }: Asked): Promise<ReachedPlace[]> {
  const all: ReachedPlace[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const asked = { userId, pageNo, pageSize, ...(area !== undefined && { moduleType: area }), ...lookOf(look) };
    const { list } = await call(permissions.reachOf, asked);
    all.push(...list);
    if (list.length < pageSize) return all;
  }
}

/** Saves every place that a person reaches, with the reasons, as a table. */
export function useReachFile(person: Pick<ShownPerson, 'id' | 'fullName'>, asked: Asked): { busy: boolean; save: () => void } {
  const t = useText('permissions');
  const areaWord = useAreaWord();
  const reasons = useReasonWords();
  const [busy, setBusy] = useState(false);
  const rowOf = (one: ReachedPlace): string[] => [
    one.name,
    [areaWord(one.moduleType), one.path].filter(Boolean).join('/'),
    levelWords(t, one.level),
    levelWords(t, one.inside),
    one.until === undefined ? t('permanent') : exactTime(one.until),
    one.owner ? t('owner') : '',
    reasons(one.sources),
  ];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const head = [t('place'), t('area'), t('level'), t('levelInside'), t('deadline'), t('marks'), t('reasons')];
      saveCsv(t('reachOfTitle', { name: person.fullName }), [head, ...(await everyPlace(person.id, asked)).map(rowOf)]);
    } catch {
      // the refusal has been shown by `call`
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
}
