import type { FlowEvent } from '@dossier/contract/flow-shapes';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { Time } from '../../ground/ui/time.tsx';
import detail from './flow-detail.module.css';

/** What became of a flow, line by line. */
export function Trail({ list }: { list: readonly FlowEvent[] }): ReactNode {
  const t = useText('flows');
  return (
    <ol className={detail.trail}>
      {list.map((line) => (
        <li key={line.id} data-kind={line.kind}>
          <div>
            <span>{t(`event_${line.kind}`, { name: line.personName, step: line.stepName, names: line.names.join(', ') || '–' })}</span>
            {line.forName !== '' && <span className={detail.standIn}>{t('insteadOf', { name: line.forName })}</span>}
            {line.opinion !== '' && <q>{line.opinion}</q>}
          </div>
          <Time iso={line.time} />
        </li>
      ))}
    </ol>
  );
}
