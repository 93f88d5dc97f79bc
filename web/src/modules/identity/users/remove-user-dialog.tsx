import { type OwnedResources, admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { Alert, Modal, Select } from 'antd';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { firstNames, joinedNames, useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { formatSize } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Heading, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Bullets } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { knownPerson } from '../current-user.ts';
import type { ListedUser } from '../user-extensions.ts';
import { departmentsPath } from './user-pages.ts';

const mostNames = 5;

/** What passes from a user to the heir, and what ends with the account; empty entries are left out. */
export function OwnedResourcesList({ estate: owned }: { estate: OwnedResources }): ReactNode {
  const t = useText('identity.import');
  const { handed, ends } = useOwnedFacts(owned);
  return (
    <>
      {handed.length === 0 ? <Hint>{t('ownsNothing')}</Hint> : <NamedList title={t('handedOver')} facts={handed} />}
      {ends.length > 0 && <NamedList title={t('letGo')} facts={ends} />}
    </>
  );
}

function NamedList({ title, facts }: { title: string; facts: string[] }): ReactNode {
  return (
    <Stack gap={1}>
      <Heading level={2}>{title}</Heading>
      <Bullets>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </Bullets>
    </Stack>
  );
}

function useOwnedFacts(owned: OwnedResources): { handed: string[]; ends: string[] } {
  const t = useText('identity.import');
  const language = useLanguage();
  const { cabinets, cabinetNames, places, documents, bytes, locks, uploads, grants, heads, groups, sessions, guestIn } = owned;
  const shown = cabinetNames.slice(0, mostNames);
  const names = cabinets > mostNames ? t('andMore', { names: firstNames(shown) }) : joinedNames(shown);
  const handed = [
    cabinets > 0 && t('cabinets', { count: cabinets, names }),
    places > 0 && t('places', { count: places }),
    documents > 0 && t('documents', { count: documents, size: formatSize(bytes, language) }),
  ];
  const ends = [
    locks > 0 && t('locks', { count: locks }),
    uploads > 0 && t('uploads', { count: uploads }),
    grants > 0 && t('grants', { count: grants }),
    heads.length > 0 && t('heads', { names: joinedNames(heads) }),
    groups > 0 && t('groups', { count: groups }),
    guestIn > 0 && t('guestIn', { count: guestIn }),
    sessions > 0 && t('sessions', { count: sessions }),
  ];
  const present = (facts: (string | false)[]): string[] => facts.filter((fact) => fact !== false);
  return { handed: present(handed), ends: present(ends) };
}

interface HeirSelectProps {
  id: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** The id of the user who cannot be selected. */
  but: (string | undefined)[];
}

/** Selects the heir: an enabled user of the organisation, by part of the name or login name. */
export function HeirSelect({ id, value, onChange, but }: HeirSelectProps): ReactNode {
  const t = useText('identity.import');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { pageNo: 1, pageSize: 20, ...(keyword && { keyword }) }, { keep: true });
  const able = (found.data?.list ?? []).filter(
    (candidate) => candidate.enabled && candidate.guestOf === undefined && !but.includes(candidate.id),
  );
  const all = able.map((candidate) => ({ value: candidate.id, label: `${candidate.fullName} (${candidate.loginName})` }));
  // Results of the previous query remain until the answer arrives: Enter must not select one of them.
  const typed = text.trim().toLocaleLowerCase();
  const isOld = found.isPlaceholderData || typed !== keyword.toLocaleLowerCase();
  const options = isOld ? all.filter(({ label }) => label.toLocaleLowerCase().includes(typed)) : all;
  const known = chosen === undefined || options.some((candidate) => candidate.value === chosen.value) ? options : [chosen, ...options];
  return (
    <Select<string>
      id={id}
      style={{ width: '100%' }}
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      placeholder={t('heirNeeded')}
      {...(value !== undefined && { value })}
      onChange={(next: string | undefined) => {
        setChosen(known.find((candidate) => candidate.value === next));
        onChange(next);
      }}
      loading={found.isFetching}
      options={typed === '' ? known : options}
      defaultActiveFirstOption={typed !== ''}
    />
  );
}

/** The choice of the heir with its label, and what becomes of cabinets. */
function HeirField({ hasCabinets, ...choice }: Omit<HeirSelectProps, 'id'> & { hasCabinets: boolean }): ReactNode {
  const t = useText('identity.import');
  const id = useId();
  return (
    <Stack gap={1}>
      <Text as="label" label htmlFor={id}>
        {t('heir')}
      </Text>
      <HeirSelect id={id} {...choice} />
      {hasCabinets && <Hint>{t('heirHint')}</Hint>}
    </Stack>
  );
}

/** Opens the dialog that removes a user, and hands over the owned resources. */
export function openRemoveUser(person: ListedUser): void {
  openDialog((close) => <RemoveUserDialog person={person} close={close} />);
}

function RemoveUserDialog({ person, close }: { person: ListedUser; close: () => void }): ReactNode {
  const t = useText('identity.import');
  const [open, setOpen] = useState(true);
  const [heir, setHeir] = useState<string>();
  const owned = useCall(admin.estate, { id: person.id }, { staleTime: 0 });
  const remove = useCallMutation(admin.deleteUser, {
    refresh: [people.users, people.departments, people.groupMembers, people.roleMembers],
  });
  const needs = owned.data?.needsHeir === true;
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
      okButtonProps={{ danger: true, disabled: owned.data === undefined || (needs && heir === undefined) }}
      confirmLoading={remove.isPending}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Stack gap={4}>
        <Text as="p">{t('deleteText')}</Text>
        {owned.error !== null && owned.data === undefined ? (
          <ErrorBox small error={owned.error} retry={() => void owned.refetch()} />
        ) : owned.data === undefined ? (
          <Spinner label={t('loading')} delay={150} />
        ) : (
          <>
            <OwnedResourcesList estate={owned.data} />
            <Headless names={owned.data.headless} />
            {needs && (
              <HeirField
                value={heir}
                onChange={setHeir}
                but={[person.id, owned.data.heirIsOther ? knownPerson()?.id : undefined]}
                hasCabinets={owned.data.cabinets > 0}
              />
            )}
          </>
        )}
      </Stack>
    </Modal>
  );
}

/** The departments left without a head, with a link to assign one; in a new tab, so that the input here is kept. */
function Headless({ names }: { names: readonly string[] }): ReactNode {
  const t = useText('identity.import');
  if (names.length === 0) return null;
  const link = (
    <a href={departmentsPath} target="_blank" rel="noreferrer">
      {t('nameHead')}
    </a>
  );
  return <Alert type="warning" showIcon title={t('headless', { names: joinedNames(names) })} description={link} />;
}
