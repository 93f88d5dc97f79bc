import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Principal } from '@dossier/contract/identity/users';
import { scores, voteLimits } from '@dossier/contract/meetings/votes';
import { Button, DatePicker, Form, Input, InputNumber } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { InvitedField, principalInput } from '../meetings/attendees.tsx';
import styles from '../meetings.module.css';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';

interface Line {
  name: string;
  weight: number;
  lowest: number;
  highest: number;
}

interface Values {
  title: string;
  description?: string;
  criteria: Line[];
  judges?: Principal[];
  closes?: Dayjs | null;
}

const newLine = (): Line => ({ name: '', weight: 1, lowest: 0, highest: 10 });

function ScoreDialog({ meetingId, close }: { meetingId: string | undefined; close: () => void }): ReactNode {
  const t = useText('meetings.votes');
  const create = useCallMutation(scores.create, { refresh: [scores.list] });
  const save = async ({ closes, judges = [], criteria, ...values }: Values): Promise<void> => {
    await create.mutateAsync({
      ...values,
      ...(meetingId && { meetingId }),
      criteria: criteria.filter((line) => line.name.trim() !== ''),
      judges: principalInput(judges),
      ...(closes && { closeTime: closes.toDate().toISOString() }),
    });
    notice.success(textOf('meetings.votes')('wasAsked'));
  };
  return (
    <FormDialog<Values> title={t('newScore')} ok={t('ask')} initial={{ criteria: [newLine()] }} save={save} close={close}>
      <Form.Item name="title" label={t('scoreTitle')} rules={[{ required: true, whitespace: true, message: t('questionNeeded') }]}>
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item name="criteria" label={t('criteria')} rules={[{ validator: usable(t('criteriaNeeded')) }]}>
        <CriteriaField />
      </Form.Item>
      <Form.Item
        name="judges"
        label={t('judges')}
        {...(meetingId ? { extra: t('judgesHint') } : { rules: [{ required: true, message: t('votersNeeded') }] })}
      >
        <InvitedField label={t('judges')} />
      </Form.Item>
      <Form.Item name="closes" label={t('closes')}>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={t('untilClosed')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea rows={2} maxLength={4000} />
      </Form.Item>
    </FormDialog>
  );
}

const usable = (message: string) => async (_: unknown, list: Line[] | undefined) => {
  const named = (list ?? []).filter((line) => line.name.trim() !== '');
  if (named.length === 0 || named.some((line) => line.lowest >= line.highest)) throw new Error(message);
};

function CriteriaField({ value = [], onChange }: { value?: Line[]; onChange?: (list: Line[]) => void }): ReactNode {
  const t = useText('meetings.votes');
  const change = (at: number, changes: Partial<Line>): void =>
    onChange?.(value.map((line, place) => (place === at ? { ...line, ...changes } : line)));
  const number = (at: number, key: 'weight' | 'lowest' | 'highest', least: number): ReactNode => (
    <Text as="label" size="xs" tone="muted">
      {t(key)}
      <InputNumber
        min={least}
        max={1000}
        precision={0}
        style={{ width: '100%' }}
        value={value[at]?.[key] ?? least}
        onChange={(n) => change(at, { [key]: n ?? least })}
      />
    </Text>
  );
  return (
    <Stack gap={3} align="start">
      {value.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a criterion is its place
        <Row key={at} gap={2} wrap align="end" className={styles.criterion}>
          <Text as="label" size="xs" tone="muted">
            {t('criterionN', { count: at + 1 })}
            <Input maxLength={100} value={line.name} onChange={({ target }) => change(at, { name: target.value })} />
          </Text>
          {number(at, 'weight', 1)}
          {number(at, 'lowest', 0)}
          {number(at, 'highest', 1)}
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('removeCriterion', { count: at + 1 })}
            disabled={value.length === 1}
            onClick={() => onChange?.(value.toSpliced(at, 1))}
          />
        </Row>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= voteLimits.criteria}
        onClick={() => onChange?.([...value, newLine()])}
      >
        {t('addCriterion')}
      </Button>
    </Stack>
  );
}

/** Creates a score sheet. */
export const openNewScore = (meetingId?: string): void => openDialog((close) => <ScoreDialog meetingId={meetingId} close={close} />);
