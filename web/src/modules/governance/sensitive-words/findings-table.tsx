import { CheckOutlined, EyeOutlined, RollbackOutlined, WarningOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { type FindingState, type WordFinding, sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { Button, type MenuProps, Modal, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { IconCell } from '../../../platform/ui/list-cells.tsx';
import { type EmptyList, type PageRequest, type PageResult, PagedTable } from '../../../platform/ui/paged-table.tsx';
import { LevelTag } from './level-tag.tsx';

interface Cell {
  find: WordFinding;
}

function ItemCell({ find: { objId, objType: kind, ext, name, word } }: Cell): ReactNode {
  const t = useText('governance');
  const isDocument = kind === objType.document;
  return (
    <IconCell icon={<FileIcon objType={kind} ext={ext} />}>
      {objId === undefined && <Text tone="muted">{t('hidden')}</Text>}
      {objId !== undefined && !isDocument && <span>{name}</span>}
      {objId !== undefined && isDocument && (
        <AppLink to="/previewOnline" query={{ id: objId, keyword: word }}>
          {name}
        </AppLink>
      )}
    </IconCell>
  );
}

function WordCell({ find: { word, count, held: selection } }: Cell): ReactNode {
  const t = useText('governance');
  return (
    <span>
      {word}
      {count > 1 && <Text tone="muted"> ×{count}</Text>} {selection && <Tag color="error">{t('held')}</Tag>}
    </span>
  );
}

function StateCell({ find: { state, deciderName } }: Cell): ReactNode {
  const t = useText('governance');
  return (
    <span>
      {t(`state_${state}`)}
      {deciderName !== undefined && <Text tone="muted"> · {deciderName}</Text>}
    </span>
  );
}

/** The single column on a phone. */
function CardCell({ find }: Cell): ReactNode {
  const t = useText('governance');
  return (
    <Stack>
      <Text as="strong" strong>
        <WordCell find={find} />
      </Text>
      <ItemCell find={find} />
      <small>
        <LevelTag level={find.level} /> {t(`place_${find.place}` as 'place_1')} · {find.ownerName} · <StateCell find={find} />
      </small>
    </Stack>
  );
}

/** The columns of a finding. */
function useFindingColumns(): TableColumnsType<WordFinding> {
  const t = useText('governance');
  const phone = useMedia('phone');
  return [
    { key: 'word', title: t('word'), render: (_, find) => (phone ? <CardCell find={find} /> : <WordCell find={find} />) },
    { key: 'level', title: t('level'), render: (_, { level }) => <LevelTag level={level} /> },
    { key: 'item', title: t('item'), render: (_, find) => <ItemCell find={find} /> },
    { key: 'place', title: t('foundIn'), render: (_, { place }) => t(`place_${place}` as 'place_1') },
    { key: 'group', title: t('group'), render: (_, { groupName }) => groupName },
    { key: 'owner', title: t('owner'), render: (_, { ownerName }) => ownerName },
    { key: 'state', title: t('decision'), render: (_, find) => <StateCell find={find} /> },
    { key: 'time', title: t('when'), align: 'end', render: (_, { time }) => <RelativeTime iso={time} /> },
  ];
}

/** Shows a finding with the surrounding text; the server logs the access. */
async function openFinding(find: WordFinding): Promise<void> {
  const seen = await call(sensitiveWords.look, { id: find.id });
  openDialog((close) => <FindingDialog find={find} seen={seen} close={close} />);
}

interface FindingDialogProps {
  find: WordFinding;
  seen: OutputOf<typeof sensitiveWords.look>;
  close: () => void;
}

function FindingDialog({ find, seen, close }: FindingDialogProps): ReactNode {
  const t = useText('governance');
  const [open, setOpen] = useState(true);
  const [before = '', itself = '', behind = ''] = seen.snippet;
  const snippet = (
    <>
      …{before}
      <mark>{itself}</mark>
      {behind}…
    </>
  );
  return (
    <Modal
      open={open}
      title={t('findOf', { word: find.word })}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('close')}
        </Button>
      }
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Stack gap={4}>
        <Facts
          vertical
          facts={[
            [t('item'), seen.name],
            [t('where'), seen.path || '—'],
            [t('owner'), seen.ownerName],
            [
              t('group'),
              <>
                {find.groupName} <LevelTag level={find.level} />
              </>,
            ],
            [t(`place_${find.place}` as 'place_1'), snippet],
          ]}
        />
        <Text as="p" tone="muted">
          {t('lookNoted')}
        </Text>
      </Stack>
    </Modal>
  );
}

interface TableProps {
  found: PageResult<WordFinding>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  empty: EmptyList;
}

const decisionIcons: Record<FindingState, ReactNode> = {
  harmless: <CheckOutlined />,
  confirmed: <WarningOutlined />,
  open: <RollbackOutlined />,
};

/** Findings in pages; one or several are decided at once. */
export function FindingsTable({ found, page, setPage, empty }: TableProps): ReactNode {
  const t = useText('governance');
  const [chosen, setChosen] = useState<string[]>([]);
  const send = useCallMutation(sensitiveWords.decide, { refresh: [sensitiveWords.finds] });
  const decide = async (ids: string[], judgement: FindingState): Promise<void> => {
    const versionOf = new Map(found.data?.list.map((find) => [find.id, find.version]));
    await send.mutateAsync({ ids, versions: ids.map((id) => versionOf.get(id) ?? ''), judgement });
    setChosen([]);
  };
  const columns = useFindingColumns();
  const shown = new Set(found.data?.list.map(({ id }) => id));
  const picked = chosen.filter((id) => shown.has(id));
  const menu = (find: WordFinding): NonNullable<MenuProps['items']> => [
    { key: 'look', icon: <EyeOutlined />, label: t('look'), onClick: () => void openFinding(find).catch(() => undefined) },
    ...(['harmless', 'confirmed', 'open'] as const)
      .filter((state) => state !== find.state)
      .map((state) => ({
        key: state,
        icon: decisionIcons[state],
        label: t(`decide_${state}`),
        onClick: () => void decide([find.id], state).catch(() => undefined),
      })),
  ];
  return (
    <>
      {picked.length > 0 && <SelectionBar ids={picked} busy={send.isPending} decide={decide} />}
      <PagedTable<WordFinding, PageRequest>
        found={found}
        page={page}
        setPage={setPage}
        columns={columns}
        empty={empty}
        menuOf={menu}
        menuName={(find) => t('actionsOf', { name: find.word })}
        choice={{
          selectedRowKeys: picked,
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (find) => ({ 'aria-label': t('choose', { word: find.word }) }),
        }}
      />
    </>
  );
}

interface SelectionBarProps {
  ids: string[];
  busy: boolean;
  decide: (ids: string[], judgement: FindingState) => Promise<void>;
}

/** The actions on the selection. */
function SelectionBar({ ids, busy, decide }: SelectionBarProps): ReactNode {
  const t = useText('governance');
  return (
    <Toolbar role="status">
      <span>{t('chosen', { count: ids.length })}</span>
      {(['harmless', 'confirmed'] as const).map((state) => (
        <Button
          key={state}
          size="small"
          icon={decisionIcons[state]}
          loading={busy}
          onClick={() => void decide(ids, state).catch(() => undefined)}
        >
          {t(`decide_${state}`)}
        </Button>
      ))}
    </Toolbar>
  );
}
