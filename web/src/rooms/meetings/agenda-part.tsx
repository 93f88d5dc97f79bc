import { EditOutlined, FileAddOutlined } from '@ant-design/icons';
import type { AgendaItem, Meeting, Paper } from '@dossier/contract/meetings';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import record from '../../ground/ui/record.module.css';
import { openAgenda } from './agenda-dialog.tsx';
import styles from './meetings.module.css';
import { openAddPaper } from './paper-dialog.tsx';
import { PaperRow } from './paper-row.tsx';

/** What is to be talked about, in order, with its papers. */
export function AgendaPart({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings');
  const edits = meeting.leads && (meeting.state === 'planned' || meeting.state === 'running');
  const minutes = meeting.agenda.reduce((sum, item) => sum + item.minutes, 0);
  const whole = meeting.papers.filter((paper) => paper.itemId === undefined);
  return (
    <section className={record.part}>
      <div className={styles.partHead}>
        <h2>
          {t('agenda')} {minutes > 0 && <small className={styles.hint}>{t('nMinutes', { n: minutes })}</small>}
        </h2>
        {edits && (
          <>
            <Button icon={<FileAddOutlined />} onClick={() => openAddPaper(meeting)}>
              {t('addPaper')}
            </Button>
            <Button icon={<EditOutlined />} onClick={() => openAgenda(meeting)}>
              {t('editAgenda')}
            </Button>
          </>
        )}
      </div>
      {meeting.agenda.length + whole.length === 0 && <p className={styles.hint}>{t(edits ? 'noAgendaHint' : 'noAgenda')}</p>}
      <ol className={styles.agenda}>
        {meeting.agenda.map((item, place) => (
          <Item key={item.id} item={item} place={place} edits={edits} papers={meeting.papers.filter((paper) => paper.itemId === item.id)} />
        ))}
      </ol>
      <Papers list={whole} edits={edits} />
    </section>
  );
}

interface ItemProps {
  item: AgendaItem;
  place: number;
  papers: Paper[];
  edits: boolean;
}

function Item({ item, place, papers, edits }: ItemProps): ReactNode {
  const t = useText('meetings');
  const facts = [item.presenter, item.minutes > 0 ? t('nMinutes', { n: item.minutes }) : ''].filter((fact) => fact !== '');
  return (
    <li>
      <h3>
        {place + 1}. {item.title}
        {facts.length > 0 && <small>{facts.join(' · ')}</small>}
      </h3>
      {item.notes !== '' && <p className={styles.notes}>{item.notes}</p>}
      <Papers list={papers} edits={edits} />
    </li>
  );
}

const Papers = ({ list, edits }: { list: Paper[]; edits: boolean }): ReactNode =>
  list.length > 0 && (
    <ul className={styles.papers}>
      {list.map((paper) => (
        <PaperRow key={paper.id} paper={paper} edits={edits || paper.own} />
      ))}
    </ul>
  );
