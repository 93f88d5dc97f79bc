import { admin } from '@dossier/contract/admin';
import { people } from '@dossier/contract/people';
import { Alert, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import type { ShownPerson } from '../../ground/person-action.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import styles from './admin.module.css';
import { EstateList } from './estate-list.tsx';
import { HeirSelect } from './heir-select.tsx';
import { departmentsPath } from './paths.ts';

/** Opens the dialog that removes a person, and hands over what they own. */
export function openDelete(person: ShownPerson): void {
  openDialog((close) => <DeleteDialog person={person} close={close} />);
}

function DeleteDialog({ person, close }: { person: ShownPerson; close: () => void }): ReactNode {
  const t = useText('admin');
  const id = useId();
  const [open, setOpen] = useState(true);
  const [heir, setHeir] = useState<string>();
  const estate = useCall(admin.estate, { id: person.id }, { staleTime: 0 });
  const remove = useSend(admin.deleteUser, { refresh: [people.users, people.departments, people.groupMembers, people.roleMembers] });
  const needs = estate.data?.needsHeir === true;
  const save = async (): Promise<void> => {
    await remove.mutateAsync({ id: person.id, ...(heir !== undefined && { heirId: heir }) });
    notice.success(t('wasDeleted', { name: person.fullName }));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('deleteTitle', { name: person.fullName })}
      width={520}
      okText={t('delete')}
      okButtonProps={{ danger: true, disabled: estate.data === undefined || (needs && heir === undefined) }}
      confirmLoading={remove.isPending}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <div className={styles.estate}>
        <p>{t('deleteText')}</p>
        {estate.error !== null && estate.data === undefined ? (
          <ErrorBox small error={estate.error} retry={() => void estate.refetch()} />
        ) : estate.data === undefined ? (
          <Waiting label={t('loading')} delay={150} />
        ) : (
          <>
            <EstateList estate={estate.data} />
            <Headless names={estate.data.headless} />
            {needs && (
              <div>
                <label className={styles.label} htmlFor={id}>
                  {t('heir')}
                </label>
                <HeirSelect id={id} value={heir} onChange={setHeir} but={person.id} />
                {estate.data.cabinets > 0 && <p className={styles.quiet}>{t('heirHint')}</p>}
              </div>
            )}
          </>
        )}
      </div>
    </Modal>
  );
}

/** The departments that nobody will head, with the way to where somebody is named; beside it, so that what was begun here stays. */
function Headless({ names }: { names: readonly string[] }): ReactNode {
  const t = useText('admin');
  if (names.length === 0) return null;
  const link = (
    <a href={departmentsPath} target="_blank" rel="noreferrer">
      {t('nameHead')}
    </a>
  );
  return <Alert type="warning" showIcon title={t('headless', { names: names.join(t('comma')) })} description={link} />;
}
