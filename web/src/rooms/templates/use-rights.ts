import { type TemplateFolder, type TemplateRight, templates } from '@dossier/contract/templates';
import { useState } from 'react';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { refreshTemplate } from './use-folder-deeds.tsx';

/** A right as it is given, without what is only shown of it. */
export type Terms = Omit<TemplateRight, 'granteeName' | 'gone'>;

/** What can be done with the rights of a folder of a template; each change is kept at once. */
export interface RightsDeeds {
  busy: boolean;
  inherit: (inherit: boolean) => void;
  /** Answers whether it was kept. */
  add: (right: Terms) => Promise<boolean>;
  change: (right: TemplateRight, terms: Partial<Terms>) => void;
  remove: (right: TemplateRight) => void;
}

const isSame = (one: Terms, other: Terms): boolean =>
  one.granteeType === other.granteeType && one.granteeId === other.granteeId && one.reach === other.reach;
const termsOf = ({ granteeType, granteeId, level, handOn, reach, days }: Terms): Terms => ({
  granteeType,
  granteeId,
  level,
  reach,
  ...(handOn !== undefined && { handOn }),
  ...(days !== undefined && { days }),
});

export function useRights({ id, inherit, rights }: TemplateFolder): RightsDeeds {
  const t = useText('templates');
  const [busy, setBusy] = useState(false);
  const send = async (next: { inherit?: boolean; rights?: Terms[] }): Promise<boolean> => {
    setBusy(true);
    try {
      await call(templates.setRights, { id, inherit: next.inherit ?? inherit, grants: (next.rights ?? rights).map(termsOf) });
      await refreshTemplate();
      return true;
    } catch {
      // The refusal has been shown; what was there stays.
      return false;
    } finally {
      setBusy(false);
    }
  };
  const remove = async (right: TemplateRight): Promise<void> => {
    if (!(await send({ rights: rights.filter((one) => !isSame(one, right)) }))) return;
    const run = (): void => void send({ rights });
    notice.undo(t('rightRemoved', { name: right.granteeName }), { label: t('undo'), about: [id], run });
  };
  return {
    busy,
    inherit: (next) => void send({ inherit: next }),
    add: (right) => send({ rights: [...rights.filter((one) => !isSame(one, right)), right] }),
    change: (right, terms) => void send({ rights: rights.map((one) => (isSame(one, right) ? { ...one, ...terms } : one)) }),
    remove: (right) => void remove(right),
  };
}
