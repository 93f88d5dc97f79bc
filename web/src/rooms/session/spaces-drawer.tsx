import { CheckOutlined } from '@ant-design/icons';
import { session } from '@dossier/contract/session';
import { Button, Drawer, Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './spaces.module.css';

const pageSize = 15;

/** The drawer in which one changes to another organisation's space. */
export function SpacesDrawer({ close }: { close: () => void }): ReactNode {
  const t = useText('session');
  const [open, setOpen] = useState(true);
  return (
    <Drawer open={open} title={t('switchSpace')} size={400} onClose={() => setOpen(false)} afterOpenChange={(shown) => !shown && close()}>
      <Spaces />
    </Drawer>
  );
}

/** The spaces that one may work in; choosing one begins everything anew. */
export function Spaces(): ReactNode {
  const t = useText('session');
  const [pageNo, setPageNo] = useState(1);
  const found = useCall(session.spaces, { pageNo, pageSize }, { keep: true });
  const enter = async (spaceId: string): Promise<void> => {
    await call(session.changeSpace, { spaceId });
    location.assign('/');
  };
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  const total = found.data?.totalNumber ?? 0;
  return (
    <>
      <ul className={styles.list}>
        {found.data?.list.map((space) => (
          <li key={space.id} className={styles.space} aria-current={space.current || undefined}>
            <span>{space.name}</span>
            {space.current ? (
              <span className={styles.here}>
                <CheckOutlined /> {t('spaceCurrent')}
              </span>
            ) : (
              <Button size="small" onClick={() => void enter(space.spaceId).catch(() => undefined)}>
                {t('spaceEnter')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {total === 1 && <p className={styles.only}>{t('spaceOnly')}</p>}
      {total > pageSize && <Pagination size="small" current={pageNo} pageSize={pageSize} total={total} onChange={setPageNo} />}
    </>
  );
}
