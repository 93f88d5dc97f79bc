import { type ReviewLine, reviews } from '@dossier/contract/reviews';
import { Button, Input, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { useGranteeName } from '../people/role-name.ts';
import { refreshRights } from './grant-deeds.ts';
import { isOpen } from './open-line.ts';
import styles from './pages.module.css';

type Wanted = 'open' | 'confirmed' | 'taken';

const signs = { open: '', confirmed: 'success', taken: 'error', gone: '' } as const;

interface Deciding {
  sending: boolean;
  decide: (result: Wanted, note?: string) => void;
  take: () => void;
}

/** Sends what was seen with a decision, so that nothing is decided blindly; what changed meanwhile is then shown as it is. */
function useDecide(reviewId: string, line: ReviewLine, name: string): Deciding {
  const t = useText('permissions');
  const [sending, setSending] = useState(false);
  const send = async (result: Wanted, note?: string): Promise<void> => {
    const decided = { id: line.id, result, ...(line.seen !== undefined && { seen: line.seen }), ...(note !== undefined && { note }) };
    setSending(true);
    try {
      await call(reviews.decide, { id: reviewId, lines: [decided] });
    } finally {
      setSending(false);
      await refresh(reviews.sheet);
    }
  };
  const doing = (work: Promise<unknown>): void => void work.catch(() => undefined);
  const back = async (): Promise<void> => {
    await call(reviews.decide, { id: reviewId, lines: [{ id: line.id, result: 'open' }] });
    await Promise.all([refresh(reviews.sheet), refreshRights()]);
  };
  const take = async (): Promise<void> => {
    await send('taken');
    await refreshRights();
    notice.undo(t('lineTaken', { name }), { label: t('undo'), about: [line.id], run: () => doing(back()) });
  };
  return { sending, decide: (result, note) => doing(send(result, note)), take: () => doing(take()) };
}

/** What was decided about a line, or the ways to decide. */
export function ReviewDecision({ reviewId, line, closed }: { reviewId: string; line: ReviewLine; closed: boolean }): ReactNode {
  const t = useText('permissions');
  const granteeName = useGranteeName();
  const name = granteeName(line.granteeType, line.granteeName);
  const { sending, decide, take } = useDecide(reviewId, line, name);
  const about = `${name}, ${line.objName}`;
  const sign = <Tag color={signs[line.result]}>{t(`result_${line.result}`)}</Tag>;
  if (closed || line.result === 'gone' || line.objId === undefined)
    return (
      <span className={styles.who}>
        {sign}
        <span className={styles.quiet}>{line.note}</span>
      </span>
    );
  const open = isOpen(line);
  return (
    <span className={styles.decision}>
      {open ? (
        <>
          <Button size="small" loading={sending} aria-label={`${t('confirmIt')}: ${about}`} onClick={() => decide('confirmed')}>
            {t('confirmIt')}
          </Button>
          <Button size="small" danger disabled={sending} aria-label={`${t('takeAway')}: ${about}`} onClick={take}>
            {t('takeAway')}
          </Button>
        </>
      ) : (
        <>
          {sign}
          <Button size="small" type="link" loading={sending} aria-label={`${t('reconsider')}: ${about}`} onClick={() => decide('open')}>
            {t('reconsider')}
          </Button>
        </>
      )}
      <Note key={line.note} line={line} save={(note) => decide(open ? 'open' : (line.result as Wanted), note)} />
    </span>
  );
}

/** Saved when one leaves it. */
function Note({ line, save }: { line: ReviewLine; save: (note: string) => void }): ReactNode {
  const t = useText('permissions');
  const [text, setText] = useState(line.note);
  return (
    <Input
      className={styles.lineNote ?? ''}
      size="small"
      maxLength={500}
      placeholder={t('note')}
      aria-label={`${t('note')}: ${line.granteeName}, ${line.objName}`}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => text.trim() !== line.note && save(text.trim())}
      onPressEnter={(event) => event.currentTarget.blur()}
    />
  );
}
