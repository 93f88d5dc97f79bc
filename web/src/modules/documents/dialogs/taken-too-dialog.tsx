import { Checkbox, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';

/** What is taken along with documents. */
export interface TakenToo {
  attachments: boolean;
  comments: boolean;
}

/** What is done with documents: the choice for each is remembered by itself. */
type Purpose = 'copy' | 'zip';

/** The choices of this window, for the next time. */
const useChoices = create<Record<Purpose, TakenToo>>()(
  persist(
    (): Record<Purpose, TakenToo> => ({
      // comments say more than who is to read the copy may need to know
      copy: { attachments: true, comments: false },
      zip: { attachments: true, comments: false },
    }),
    { name: 'dossier-taken-too', storage: createJSONStorage(() => sessionStorage) },
  ),
);

interface Question {
  purpose: Purpose;
  title: string;
  ok: string;
  /** What the boxes do not say. */
  text?: string;
  /** How many attachments there are; 'some' where that is not known. */
  attachments: number | 'some';
  comments?: boolean;
}

interface DialogProps extends Question {
  answer: (chosen: TakenToo | undefined) => void;
  close: () => void;
}

function TakenTooDialog({ purpose, title, ok, text, attachments, comments = false, answer, close }: DialogProps): ReactNode {
  const t = useText('documents.library');
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState(() => useChoices.getState()[purpose]);
  const take = (): void => {
    useChoices.setState({ [purpose]: chosen });
    answer({ attachments: attachments !== 0 && chosen.attachments, comments: comments && chosen.comments });
    setOpen(false);
  };
  const cancel = (): void => {
    answer(undefined);
    setOpen(false);
  };
  const box = (what: keyof TakenToo, label: string): ReactNode => (
    <Checkbox checked={chosen[what]} onChange={({ target }) => setChosen({ ...chosen, [what]: target.checked })}>
      {label}
    </Checkbox>
  );
  return (
    <Modal
      open={open}
      width={460}
      title={title}
      okText={ok}
      cancelText={t('cancel')}
      okButtonProps={{ autoFocus: true }}
      onOk={take}
      onCancel={cancel}
      afterClose={close}
    >
      <Stack gap={2}>
        {text !== undefined && <Text as="p">{text}</Text>}
        {attachments !== 0 &&
          box('attachments', attachments === 'some' ? t('takeAnyAttachments') : t('takeAttachments', { count: attachments }))}
        {comments && box('comments', t('copyComments'))}
      </Stack>
    </Modal>
  );
}

/** Asks what is taken along with documents that have it; undefined cancels. */
export const askTakenToo = (question: Question): Promise<TakenToo | undefined> =>
  new Promise((answer) => openDialog((close) => <TakenTooDialog {...question} answer={answer} close={close} />));
