import { reviews } from '@dossier/contract/reviews';
import { Button, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';

/** Closes a review, with what is to be said about it, once nothing in it is open. */
export function CloseReview({ id, open }: { id: string; open: number }): ReactNode {
  const t = useText('permissions');
  const [asking, setAsking] = useState(false);
  const [notes, setNotes] = useState('');
  const send = useSend(reviews.close, { refresh: [reviews.sheet, reviews.history, reviews.states] });
  const close = async (): Promise<void> => {
    const answer = await send.mutateAsync({ id, notes: notes.trim() });
    setAsking(false);
    if (answer.closed) notice.success(t('reviewIsClosed'));
    else notice.warning(t('reviewStillOpen', { n: answer.open }));
  };
  const begin = (): void => {
    if (open > 0) notice.warning(t('reviewStillOpen', { n: open }));
    else setAsking(true);
  };
  return (
    <>
      <Button type="primary" onClick={begin}>
        {t('closeReview')}
      </Button>
      <Modal
        open={asking}
        width={480}
        title={t('closeReview')}
        okText={t('closeReview')}
        cancelText={t('cancel')}
        confirmLoading={send.isPending}
        onOk={() => void close().catch(() => undefined)}
        onCancel={() => setAsking(false)}
      >
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={2000}
          aria-label={t('notes')}
          placeholder={t('notes')}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Modal>
    </>
  );
}
