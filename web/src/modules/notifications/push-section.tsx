import type { OutputOf } from '@dossier/contract/core/route';
import { emailKinds } from '@dossier/contract/core/site-settings';
import { type PushDevice, push } from '@dossier/contract/notifications/push';
import { Alert, Button, Switch, Tag } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { CallError } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { ActionLine, Section } from '../../platform/ui/page-parts.tsx';
import { useCurrentUser } from '../identity/current-user.ts';
import { KeptMark, useKeptChoices } from './kept-choices.tsx';
import { pushAbility, thisDevice, turnOffPush, turnOnPush } from './push-subscription.ts';

type State = OutputOf<typeof push.state>;

/** Notifications in this browser and in others of the user. The browser is asked for its consent only when they are turned on here. */
export function PushSection(): ReactNode {
  const t = useText('notifications');
  const found = useCall(push.state, {});
  const { data } = found;
  return (
    <Section title={t('push')}>
      {found.error !== null && data === undefined && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {data?.enabled === false && <Alert type="info" showIcon title={t('pushSiteOff')} />}
      {data?.enabled && <PushChoices state={data} />}
    </Section>
  );
}

/** This browser among the devices; undefined until it is known, and null where it is none of them. */
function useThisDevice(devices: readonly PushDevice[]): PushDevice | null | undefined {
  const [here, setHere] = useState<PushDevice | null>();
  useEffect(() => {
    let isCurrent = true;
    const note = (device: PushDevice | undefined): void => void (isCurrent && setHere(device ?? null));
    thisDevice(devices).then(note, () => note(undefined));
    return () => void (isCurrent = false);
  }, [devices]);
  return here;
}

function PushChoices({ state }: { state: State }): ReactNode {
  const t = useText('notifications');
  const here = useThisDevice(state.devices);
  return (
    <Stack gap={4}>
      <Text as="p" tone="muted">
        {t('pushAbout')}
      </Text>
      {here !== undefined && <ThisBrowser here={here ?? undefined} publicKey={state.publicKey} />}
      {state.devices.length > 0 && (
        <>
          <PushKinds kinds={state.kinds} />
          <Devices devices={state.devices} here={here ?? undefined} />
        </>
      )}
    </Stack>
  );
}

interface ThisBrowserProps {
  here: PushDevice | undefined;
  publicKey: string;
}

/** Turns notifications on and off in this browser, or says why that cannot be. */
function ThisBrowser({ here, publicKey }: ThisBrowserProps): ReactNode {
  const t = useText('notifications');
  const { id: person } = useCurrentUser();
  const [ability, setAbility] = useState(pushAbility);
  const [isBusy, setBusy] = useState(false);
  const change = async (): Promise<void> => {
    const isDone = here === undefined ? await turnOnPush(publicKey, person) : await turnOffPush(here).then(() => true);
    setAbility(pushAbility());
    await invalidateRoutes(push.state);
    if (isDone) notice.success(t(here === undefined ? 'pushTurnedOn' : 'pushTurnedOff'));
  };
  const press = (): void => {
    setBusy(true);
    change()
      // a refusal of the server has been shown
      .catch((error: unknown) => void (!(error instanceof CallError) && notice.error(t('pushFailed'))))
      .finally(() => setBusy(false));
  };
  if (ability !== 'possible') return <Alert type="info" showIcon title={t(ability === 'blocked' ? 'pushBlocked' : 'pushImpossible')} />;
  return (
    <Row gap={3} wrap>
      <Button type={here === undefined ? 'primary' : 'default'} loading={isBusy} onClick={press}>
        {t(here === undefined ? 'pushTurnOn' : 'pushTurnOff')}
      </Button>
      <Text tone="muted">{t(here === undefined ? 'pushOffHere' : 'pushOnHere')}</Text>
    </Row>
  );
}

function PushKinds({ kinds }: Pick<State, 'kinds'>): ReactNode {
  const t = useText('notifications');
  const id = useId();
  const save = useCallMutation(push.choose, { refresh: [push.state] });
  const { valueOf, stateOf, keep } = useKeptChoices();
  return (
    <Stack gap={1}>
      <Heading level={3}>{t('pushKinds')}</Heading>
      <DividedList lines="compact">
        {emailKinds.map((kind) => (
          <li key={kind}>
            <Row as="label" gap={3} pad={[2, 0]}>
              <Text id={`${id}${kind}`}>{t(`kind_${kind}`)}</Text>
              <Row as="span" grow>
                <KeptMark state={stateOf(kind)} />
              </Row>
              <Switch
                aria-labelledby={`${id}${kind}`}
                checked={valueOf(kind, kinds[kind])}
                loading={stateOf(kind) === 'saving'}
                onChange={(isOn) => keep(kind, isOn, () => save.mutateAsync({ kinds: { [kind]: isOn } }))}
              />
            </Row>
          </li>
        ))}
      </DividedList>
    </Stack>
  );
}

function Devices({ devices, here }: { devices: readonly PushDevice[]; here: PushDevice | undefined }): ReactNode {
  const t = useText('notifications');
  const remove = useCallMutation(push.unsubscribe, { refresh: [push.state] });
  const nameOf = ({ browser, system }: PushDevice): string =>
    [browser, system].filter((part) => part !== '').join(' · ') || t('pushUnknown');
  const others = devices.filter(({ id }) => id !== here?.id);
  if (others.length === 0) return null;
  return (
    <Stack gap={1}>
      <Heading level={3}>{t('pushDevices')}</Heading>
      <DividedList lines="roomy">
        {devices.map((device) => (
          <ActionLine
            key={device.id}
            title={
              <Text strong>
                {nameOf(device)} {device.id === here?.id && <Tag>{t('pushThis')}</Tag>}
              </Text>
            }
            details={[<RelativeTime key="since" iso={device.since} />]}
          >
            {device.id !== here?.id && (
              <Button
                aria-label={t('pushRemoveNamed', { name: nameOf(device) })}
                loading={remove.isPending && remove.variables?.id === device.id}
                onClick={() => remove.mutate({ id: device.id })}
              >
                {t('pushRemove')}
              </Button>
            )}
          </ActionLine>
        ))}
      </DividedList>
    </Stack>
  );
}
