import { useBlocker } from '@tanstack/react-router';
import { Steps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import styles from './admin.module.css';
import { FileStep } from './file-step.tsx';
import { CheckStep } from './check-step.tsx';
import { ResultStep } from './result-step.tsx';
import { type Import, type Step, useImport } from './use-import.ts';
import { secretsOf } from './write-rows.ts';
import { WriteStep } from './write-step.tsx';

const steps = ['file', 'check', 'write', 'result'] as const satisfies readonly Step[];
const titles = { file: 'stepFile', check: 'stepCheck', write: 'stepWrite', result: 'stepResult' } as const;

/** Takes people in from a table: the file, what would become of each row, the writing, and what came of it. */
export function ImportPage(): ReactNode {
  const t = useText('admin');
  const phone = useMedia('phone');
  const work = useImport();
  const [saved, setSaved] = useState(false);
  useGuard(work, saved);
  const at = steps.indexOf(work.step);
  const again = async (): Promise<void> => {
    const loses = !saved && hasSecrets(work);
    if (loses && !(await confirm({ title: t('anotherAsk'), text: t('leavePasswords'), ok: t('another'), danger: true }))) return;
    setSaved(false);
    work.restart();
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {phone ? (
          <p className={styles.quiet}>
            {at + 1} / {steps.length} · {t(titles[work.step])}
          </p>
        ) : (
          <Steps className={styles.steps ?? ''} size="small" current={at} items={steps.map((step) => ({ title: t(titles[step]) }))} />
        )}
      </header>
      {work.step === 'file' && <FileStep work={work} />}
      {work.step === 'check' && <CheckStep work={work} />}
      {work.step === 'write' && <WriteStep work={work} />}
      {work.step === 'result' && <ResultStep work={work} saved={saved} keep={() => setSaved(true)} again={() => void again()} />}
    </div>
  );
}

const hasSecrets = ({ writing }: Import): boolean => writing !== undefined && secretsOf(writing).length > 0;

/** Asks before a writing is broken off, or passwords are lost. */
function useGuard(work: Import, saved: boolean): void {
  const t = useText('admin');
  const writes = work.step === 'write';
  const unsaved = !saved && hasSecrets(work);
  useBlocker({
    disabled: !writes && !unsaved,
    enableBeforeUnload: writes || unsaved,
    shouldBlockFn: async () => {
      const text = [...(writes ? [t('leaveWriting')] : []), ...(unsaved ? [t('leavePasswords')] : [])].join(' ');
      return !(await confirm({ title: t('leaveAsk'), text, ok: t('leave'), danger: true }));
    },
  });
}
