import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Principal } from '@dossier/contract/identity/users';
import { type Vote, type VoteKind, voteLimits, votes } from '@dossier/contract/meetings/votes';
import { Button, Checkbox, DatePicker, Form, Input, Radio } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { PrincipalsField, principalInput } from '../../access/principals-field.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';

/** Custom options, one per line. */
function OptionsField({ value = [], onChange }: { value?: string[]; onChange?: (list: string[]) => void }): ReactNode {
  const t = useText('meetings.votes');
  return (
    <Stack gap={2}>
      {value.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
        <Row key={at} gap={2} align="stretch">
          <Input
            aria-label={t('optionN', { count: at + 1 })}
            placeholder={t('optionN', { count: at + 1 })}
            maxLength={200}
            value={one}
            onChange={({ target }) => onChange?.(value.with(at, target.value))}
          />
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('removeOption', { count: at + 1 })}
            disabled={value.length <= 2}
            onClick={() => onChange?.(value.toSpliced(at, 1))}
          />
        </Row>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= voteLimits.options}
        onClick={() => onChange?.([...value, ''])}
      >
        {t('addOption')}
      </Button>
    </Stack>
  );
}

interface Values {
  question: string;
  description?: string;
  kind: VoteKind;
  options?: string[];
  most?: number | null;
  secret?: boolean;
  live?: boolean;
  presentOnly?: boolean;
  times?: [Dayjs | null, Dayjs | null] | null;
  voters?: Principal[];
}

/** The context of a new vote: a meeting, none, or a previous round. */
interface Place {
  meetingId?: string | undefined;
  /** Whether the meeting is running: only then anyone has checked in. */
  running?: boolean;
  before?: Vote;
}

function VoteDialog({ place, close }: { place: Place; close: () => void }): ReactNode {
  const t = useText('meetings.votes');
  const { meetingId, before } = place;
  const create = useCallMutation(votes.create, { refresh: [votes.list, votes.summary, votes.show] });
  const save = async ({ times, voters = [], options = [], most, ...values }: Values): Promise<void> => {
    const [opens, closes] = times ?? [null, null];
    await create.mutateAsync({
      ...values,
      ...(meetingId && { meetingId }),
      ...(before && { beforeId: before.id }),
      ...(values.kind === 'options' && { options: options.map((one) => one.trim()).filter((one) => one !== ''), most: most ?? 1 }),
      live: values.secret !== true && values.live === true,
      ...(opens && { openTime: opens.toDate().toISOString() }),
      ...(closes && { closeTime: closes.toDate().toISOString() }),
      voters: principalInput(voters),
    });
    notice.success(textOf('meetings.votes')('wasAsked'));
  };
  const initial: Partial<Values> = before
    ? {
        question: before.question,
        kind: before.kind,
        options: before.options.map((one) => one.text),
        most: before.most,
        secret: before.secret,
      }
    : { kind: 'opinion', options: ['', ''], most: 1 };
  return (
    <FormDialog<Values> title={t(before ? 'nextRound' : 'newVote')} ok={t('ask')} initial={initial} save={save} close={close}>
      <Fields place={place} />
    </FormDialog>
  );
}

function Fields({ place: { meetingId, running = false } }: { place: Place }): ReactNode {
  const t = useText('meetings.votes');
  return (
    <>
      <Form.Item name="question" label={t('question')} rules={[{ required: true, whitespace: true, message: t('questionNeeded') }]}>
        <Input maxLength={300} />
      </Form.Item>
      <KindFields />
      {meetingId === undefined && (
        <Form.Item name="voters" label={t('voters')} rules={[{ required: true, message: t('votersNeeded') }]}>
          <PrincipalsField label={t('voters')} />
        </Form.Item>
      )}
      {meetingId !== undefined && running && (
        <Form.Item name="presentOnly" valuePropName="checked" style={{ marginBottom: 4 }}>
          <Checkbox>{t('presentOnly')}</Checkbox>
        </Form.Item>
      )}
      <SecretFields />
      <Form.Item name="times" label={t('times')} extra={t(meetingId === undefined ? 'timesHint' : 'timesHintMeeting')}>
        <DatePicker.RangePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowEmpty={[true, true]}
          placeholder={[t('atOnce'), t('untilClosed')]}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea rows={2} maxLength={4000} />
      </Form.Item>
    </>
  );
}

/** The options, and how many can be chosen. */
function KindFields(): ReactNode {
  const t = useText('meetings.votes');
  const kind = Form.useWatch<VoteKind>('kind');
  return (
    <>
      <Form.Item name="kind" label={t('kind')}>
        <Radio.Group
          options={[
            { value: 'opinion', label: t('kind_opinion') },
            { value: 'options', label: t('kind_options') },
          ]}
        />
      </Form.Item>
      {kind === 'options' && (
        <>
          <Form.Item name="options" label={t('options')} rules={[{ validator: atLeastTwo(t('optionsNeeded')) }]}>
            <OptionsField />
          </Form.Item>
          <Form.Item name="most" label={t('most')}>
            <NumberInput min={1} max={voteLimits.options} />
          </Form.Item>
        </>
      )}
    </>
  );
}

/** Whether the vote is secret; excludes live counts. */
function SecretFields(): ReactNode {
  const t = useText('meetings.votes');
  const secret = Form.useWatch<boolean | undefined>('secret') ?? false;
  return (
    <>
      <Form.Item name="secret" valuePropName="checked" {...(secret && { extra: t('secretNote') })} style={{ marginBottom: 4 }}>
        <Checkbox>{t('secret')}</Checkbox>
      </Form.Item>
      {!secret && (
        <Form.Item name="live" valuePropName="checked">
          <Checkbox>{t('live')}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** At least two options, with different texts. */
const atLeastTwo = (message: string) => async (_: unknown, list: string[] | undefined) => {
  const filledOptions = (list ?? []).map((one) => one.trim()).filter((one) => one !== '');
  if (filledOptions.length < 2 || new Set(filledOptions).size < filledOptions.length) throw new Error(message);
};

/** Creates a vote. */
export const openNewVote = (place: Pick<Place, 'meetingId' | 'running'>): void =>
  openDialog((close) => <VoteDialog place={place} close={close} />);

/** Creates the next round of a vote. */
export const openNextRound = (before: Vote): void =>
  openDialog((close) => <VoteDialog place={{ before, meetingId: before.meetingId }} close={close} />);
