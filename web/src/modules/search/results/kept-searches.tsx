import { CheckOutlined, DeleteOutlined, EditOutlined, HistoryOutlined, SaveOutlined } from '@ant-design/icons';
import { type SavedSearch, type SearchTerms, savedSearches } from '@dossier/contract/search/saved-searches';
import { Button, Modal, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { addressOfSearch, filterWords } from '../search-terms.ts';

/** Asks for a name and saves a search under it. */
export function openSaveSearch(terms: SearchTerms): void {
  const t = textOf('search');
  openNameDialog({
    title: t('saveTitle'),
    ok: t('save'),
    name: (terms.keyword ?? '').slice(0, 100),
    save: async (name) => {
      await call(savedSearches.save, { name, terms });
      await invalidateRoutes(savedSearches.list);
      notice.success(t('savedAs', { name }));
    },
  });
}

function openRename({ id, name }: SavedSearch): void {
  const t = textOf('search');
  openNameDialog({
    title: t('renameTitle', { name }),
    ok: t('save'),
    name,
    save: async (next) => {
      await call(savedSearches.update, { id, name: next });
      await invalidateRoutes(savedSearches.list);
    },
  });
}

async function remove({ id, name, terms }: SavedSearch): Promise<void> {
  const t = textOf('search');
  await call(savedSearches.delete, { ids: [id] });
  await invalidateRoutes(savedSearches.list);
  const bringBack = async (): Promise<void> => {
    await call(savedSearches.save, { name, terms });
    await invalidateRoutes(savedSearches.list);
  };
  notice.undo(t('deleted', { name }), { label: t('undo'), run: () => void bringBack().catch(() => undefined) });
}

interface LineProps {
  icon: ReactNode;
  name: string;
  detail: string;
  terms: SearchTerms;
  follow: (() => void) | undefined;
  children: ReactNode;
}

function Line({ icon, name, detail, terms, follow, children }: LineProps): ReactNode {
  return (
    <Row as="li" gap={2}>
      <Text tone="muted">{icon}</Text>
      <Row gap={2} grow wrap>
        <AppLink to={addressOfSearch(terms)} onClick={follow}>
          {name}
        </AppLink>
        {detail !== '' && (
          <Text size="s" tone="muted">
            {detail}
          </Text>
        )}
      </Row>
      {children}
    </Row>
  );
}

interface ListProps {
  /** A search was chosen. */
  follow?: () => void;
}

function SavedList({ follow }: ListProps): ReactNode {
  const t = useText('search');
  const found = useCall(savedSearches.list, {});
  if (found.data === undefined) return found.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  const { list } = found.data;
  if (list.length === 0) return <Hint>{t('savedEmpty')}</Hint>;
  return (
    <DividedList lines="compact">
      {list.map((search) => (
        <Line
          key={search.id}
          icon={<SaveOutlined />}
          name={search.name}
          detail={[search.terms.keyword !== search.name && search.terms.keyword, filterWords(search.terms, t)].filter(Boolean).join(' · ')}
          terms={search.terms}
          follow={follow}
        >
          <ToolButton label={t('renameTitle', { name: search.name })} icon={<EditOutlined />} onClick={() => openRename(search)} />
          <ToolButton
            label={t('deleteNamed', { name: search.name })}
            icon={<DeleteOutlined />}
            onClick={() => void remove(search).catch(() => undefined)}
          />
        </Line>
      ))}
    </DividedList>
  );
}

function RecentSection({ follow }: ListProps): ReactNode {
  const t = useText('search');
  const found = useCall(savedSearches.recent, {});
  const forget = useCallMutation(savedSearches.forget, { refresh: [savedSearches.recent] });
  const keep = useCallMutation(savedSearches.keep, { refresh: [savedSearches.recent] });
  const { on = true, list = [] } = found.data ?? {};
  const actions = found.data !== undefined && (
    <Row gap={3}>
      {list.length > 0 && (
        <Button size="small" type="text" onClick={() => forget.mutate({})}>
          {t('clearRecent')}
        </Button>
      )}
      <Row as="label" gap={2}>
        <Switch size="small" checked={on} loading={keep.isPending} onChange={(checked) => keep.mutate({ on: checked })} />
        <Text size="s">{t('keepRecent')}</Text>
      </Row>
    </Row>
  );
  return (
    <Section title={t('recentSearches')} actions={actions}>
      {found.error !== null && found.data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.data !== undefined && list.length === 0 && <Hint>{t(on ? 'recentEmpty' : 'recentOff')}</Hint>}
      {list.length > 0 && (
        <DividedList lines="compact">
          {list.map(({ id, terms, time }) => (
            <Line
              key={id}
              icon={<HistoryOutlined />}
              name={terms.keyword ?? ''}
              detail={filterWords(terms, t)}
              terms={terms}
              follow={follow}
            >
              <Text size="s" tone="muted" nowrap>
                <RelativeTime iso={time} />
              </Text>
              <ToolButton
                label={t('forgetNamed', { name: terms.keyword ?? '' })}
                icon={<DeleteOutlined />}
                onClick={() => forget.mutate({ ids: [id] })}
              />
            </Line>
          ))}
        </DividedList>
      )}
    </Section>
  );
}

/** The saved searches of the user and the last ones, to make again and to manage. */
export function KeptSearches({ follow }: ListProps): ReactNode {
  const t = useText('search');
  const given = follow && { follow };
  return (
    <Stack gap={6}>
      <Section title={t('savedSearches')}>
        <SavedList {...given} />
      </Section>
      <RecentSection {...given} />
    </Stack>
  );
}

function KeptSearchesDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('search');
  const [open, setOpen] = useState(true);
  const leave = (): void => setOpen(false);
  return (
    <Modal open={open} width={560} title={t('keptSearches')} footer={null} onCancel={leave} afterClose={close}>
      <KeptSearches follow={leave} />
    </Modal>
  );
}

const openKeptSearches = (): void => openDialog((close) => <KeptSearchesDialog close={close} />);

/** Whether two searches ask the same. */
const isSame = (a: SearchTerms, b: SearchTerms): boolean => {
  const sorted = (terms: SearchTerms): string => JSON.stringify(Object.entries(terms).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return sorted(a) === sorted(b);
};

/** Saves the search of the page, unless it is saved already, and opens the kept ones. */
export function KeepButtons({ terms }: { terms: SearchTerms | undefined }): ReactNode {
  const t = useText('search');
  const phone = useMedia('phone');
  const saved = useCall(savedSearches.list, {});
  const known = terms && saved.data?.list.find((search) => isSame(search.terms, terms));
  return (
    <Row gap={2} rigid>
      {known !== undefined ? (
        <Text size="s" tone="muted" truncate title={known.name}>
          {phone ? <CheckOutlined aria-label={t('isSaved', { name: known.name })} /> : t('isSaved', { name: known.name })}
        </Text>
      ) : (
        // in its place from the beginning, so that what stands beside it does not move when it is known whether the search is saved
        terms !== undefined && (
          <Button
            size="small"
            icon={<SaveOutlined />}
            disabled={saved.data === undefined}
            {...(phone && { 'aria-label': t('saveSearch'), title: t('saveSearch') })}
            onClick={() => openSaveSearch(terms)}
          >
            {!phone && t('saveSearch')}
          </Button>
        )
      )}
      <Button
        size="small"
        type="text"
        icon={<HistoryOutlined />}
        title={t('keptSearches')}
        aria-label={t('keptSearches')}
        onClick={openKeptSearches}
      />
    </Row>
  );
}
