import { type FlowDecision, longestOpinion } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import type { Shown } from './shown.ts';
import styles from './flows.module.css';
import detail from './flow-detail.module.css';
import { changed } from './refreshed.ts';

/** Where the person says their word: an opinion, and what they decide. */
export function DecideBox({ flow }: { flow: Shown }): ReactNode {
  const t = useText('flows');
  const field = useId();
  const [opinion, setOpinion] = useState('');
  const [missing, setMissing] = useState(false);
  const [toStep, setToStep] = useState(-1);
  const decide = useSend(flows.decide, { refresh: changed });
  const say = async (decision: FlowDecision): Promise<void> => {
    if (decision !== 'ratify' && opinion.trim() === '') {
      setMissing(true);
      document.getElementById(field)?.focus();
      return;
    }
    await decide.mutateAsync({ id: flow.id, decision, opinion, ...(decision === 'return' && toStep >= 0 && { toStep }) });
    notice.success(t(`said_${decision}`, { name: flow.title }));
  };
  const change = (text: string): void => {
    setOpinion(text);
    setMissing(false);
  };
  return (
    <section className={detail.decide} aria-label={t('yourWord')}>
      {flow.decidesFor !== '' && <p className={styles.hint}>{t('youStandIn', { name: flow.decidesFor ?? '' })}</p>}
      <label htmlFor={field}>{t('opinion')}</label>
      <Opinion id={field} value={opinion} missing={missing} change={change} />
      <div className={detail.buttons}>
        {/* what is refused stands otherwise than it is shown */}
        <Words busy={decide.isPending} say={(decision) => void say(decision).catch(() => refresh(...changed))} />
        <ReturnTo flow={flow} value={toStep} change={setToStep} />
      </div>
    </section>
  );
}

interface OpinionProps {
  id: string;
  value: string;
  missing: boolean;
  change: (text: string) => void;
}

const lengthOf = (text: string): number => [...text].length;
const cut = (text: string, { max }: { max: number }): string => [...text].slice(0, max).join('');

function Opinion({ id, value, missing, change }: OpinionProps): ReactNode {
  const t = useText('flows');
  return (
    <>
      <Input.TextArea
        id={id}
        value={value}
        autoSize={{ minRows: 2, maxRows: 6 }}
        count={{ show: true, max: longestOpinion, strategy: lengthOf, exceedFormatter: cut }}
        placeholder={t('opinionHint')}
        {...(missing && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-missing` })}
        onChange={(event) => change(event.target.value)}
      />
      {missing && (
        <p id={`${id}-missing`} className={styles.wrong}>
          {t('opinionNeeded')}
        </p>
      )}
    </>
  );
}

function Words({ busy, say }: { busy: boolean; say: (decision: FlowDecision) => void }): ReactNode {
  const t = useText('flows');
  return (
    <>
      <Button type="primary" loading={busy} onClick={() => say('ratify')}>
        {t('ratify')}
      </Button>
      <Button danger disabled={busy} onClick={() => say('veto')}>
        {t('veto')}
      </Button>
      <Button disabled={busy} onClick={() => say('return')}>
        {t('return')}
      </Button>
    </>
  );
}

/** Where a return goes; there is a choice only after the first step. */
function ReturnTo({ flow, value, change }: { flow: Shown; value: number; change: (step: number) => void }): ReactNode {
  const t = useText('flows');
  const earlier = flow.stepList.slice(0, flow.step).map((step, at) => ({ value: at, label: t('toStep', { name: step.name }) }));
  if (earlier.length === 0) return null;
  return (
    <Select<number>
      aria-label={t('returnTo')}
      value={value}
      popupMatchSelectWidth={false}
      options={[{ value: -1, label: t('toApplicant') }, ...earlier]}
      onChange={change}
    />
  );
}
