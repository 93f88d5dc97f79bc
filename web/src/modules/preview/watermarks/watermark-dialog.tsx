import { areas } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import {
  type MarkDesign,
  type MarkField,
  type MarkUse,
  markDensities,
  markFields,
  markHolders,
  markPlaces,
  markUses,
  watermarkLimits,
  watermarks,
} from '@dossier/contract/preview/watermarks';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, ColorPicker, Form, type FormInstance, Input, Modal, Segmented, Select, Slider } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Heading, Row, Stack } from '../../../platform/ui/layout.tsx';
import { type Watermark, areaKeys, fieldKeys, nameOf } from './watermark-text.ts';
import styles from './watermarks.module.css';

/** The form values of a watermark. */
interface WatermarkForm extends Omit<MarkDesign, 'lines'> {
  name?: string;
  /** One line per row. */
  text: string;
  areas: number[];
  cabinetIds: string[];
  uses: MarkUse[];
  holders: Watermark['holders'];
}

const newWatermark: Omit<WatermarkForm, 'name'> = {
  text: '{name} {time}',
  qr: '',
  place: 'tiled',
  density: 'normal',
  angle: 30,
  size: 14,
  colour: '#808080',
  opacity: 25,
  areas: [],
  cabinetIds: [],
  uses: ['view', 'print', 'pdf', 'share'],
  holders: 'without',
};

/** The form values of a watermark, or of a new one. */
function formOf(watermark: Watermark | undefined): WatermarkForm {
  if (watermark === undefined) return newWatermark;
  const { name, design, areas: covered, cabinetIds, uses, holders } = watermark;
  const { lines, ...looks } = design;
  return { name, text: lines.join('\n'), ...looks, areas: covered, cabinetIds, uses, holders };
}

const mostLines = 6;

/** The design in the form values; rows beyond the limit are not sent. */
function designOf({ text, qr, place, density, angle, size, colour, opacity }: WatermarkForm): MarkDesign {
  const lines = text.split('\n').map((line) => line.trim());
  while (lines.at(-1) === '') lines.pop();
  return { lines: lines.slice(0, mostLines), qr: qr.trim(), place, density, angle, size, colour: colour.toLowerCase(), opacity };
}

interface CabinetSelectProps {
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  /** Cabinets whose names are already known. */
  known: readonly { id: string; name: string }[];
}

/** Selects cabinets that the user sees; others selected before stay, without their names. */
function CabinetSelect({ id, value = [], onChange, known }: CabinetSelectProps): ReactNode {
  const t = useText('preview.watermarks');
  const [open, setOpen] = useState(false);
  const found = useQuery({
    queryKey: [library.cabinets.path, 'all'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        areas.map((moduleType) => call(library.cabinets, { moduleType, pageNo: 1, pageSize: 1000 }, { quiet: true, signal })),
      );
      return pages.flatMap((page) => page.list.map((cabinet) => ({ id: cabinet.id, name: cabinet.name })));
    },
    enabled: open,
    staleTime: 60_000,
  });
  const named = new Map([...known, ...(found.data ?? [])].map((cabinet) => [cabinet.id, cabinet.name]));
  const options = [...new Set([...named.keys(), ...value])].map((cabinet) => ({
    value: cabinet,
    label: named.get(cabinet) ?? t('unseenCabinet'),
  }));
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value}
      onChange={onChange}
      options={options}
      maxCount={watermarkLimits.cabinets}
      showSearch={{ optionFilterProp: 'label' }}
      loading={found.isLoading}
      onOpenChange={setOpen}
      placeholder={t('allCabinets')}
      notFoundContent={found.isLoading ? t('loading') : found.error ? found.error.message : t('noCabinets')}
    />
  );
}

/** For whom, when and where a watermark is drawn. */
function RuleFields({ watermark }: { watermark: Watermark | undefined }): ReactNode {
  const t = useText('preview.watermarks');
  return (
    <>
      <Form.Item name="holders" label={t('holders')} extra={t('holdersHint')}>
        <Segmented options={markHolders.map((value) => ({ value, label: t(`holders_${value}`) }))} />
      </Form.Item>
      <Form.Item name="uses" label={t('uses')}>
        <Checkbox.Group options={markUses.map((value) => ({ value, label: t(`use_${value}`) }))} />
      </Form.Item>
      <Form.Item name="areas" label={t('areas')} extra={t('areasHint')}>
        <Checkbox.Group options={areas.map((value) => ({ value, label: t(areaKeys[value] ?? 'areaMy') }))} />
      </Form.Item>
      <Form.Item name="cabinetIds" label={t('cabinets')} extra={t('cabinetsHint')}>
        <CabinetSelect known={watermark?.cabinets ?? []} />
      </Form.Item>
    </>
  );
}

const colours = ['#808080', '#595959', '#d4380d', '#c41d7f', '#1d39c4', '#1890ff', '#389e0d'];

/** The text and style of a watermark. */
function DesignFields({ form }: { form: FormInstance<WatermarkForm> }): ReactNode {
  const t = useText('preview.watermarks');
  const place = Form.useWatch('place', form);
  const choices = <T extends string>(all: readonly T[], word: (cabinet: T) => string) =>
    all.map((value) => ({ value, label: word(value) }));
  return (
    <>
      <TextField form={form} />
      <Form.Item name="qr" label={t('qr')} extra={t('qrHint')}>
        <Input maxLength={watermarkLimits.qr} placeholder="{loginName} {document}" autoComplete="off" />
      </Form.Item>
      <Form.Item name="place" label={t('placing')}>
        <Segmented options={choices(markPlaces, (cabinet) => t(`place_${cabinet}`))} />
      </Form.Item>
      <Form.Item name="density" label={t('density')} hidden={place !== 'tiled'}>
        <Segmented options={choices(markDensities, (cabinet) => t(`density_${cabinet}`))} />
      </Form.Item>
      <div className={styles.sliders}>
        <Form.Item name="size" label={t('size')}>
          <Slider min={6} max={96} tooltip={{ formatter: (value) => `${value} pt` }} ariaLabelForHandle={t('size')} />
        </Form.Item>
        <Form.Item name="angle" label={t('angle')}>
          <Slider min={-90} max={90} step={5} tooltip={{ formatter: (value) => `${value}°` }} ariaLabelForHandle={t('angle')} />
        </Form.Item>
        <Form.Item name="opacity" label={t('opacity')}>
          <Slider min={3} max={100} tooltip={{ formatter: (value) => `${value} %` }} ariaLabelForHandle={t('opacity')} />
        </Form.Item>
        <Form.Item
          name="colour"
          label={t('colour')}
          getValueFromEvent={(value: { toHexString: () => string }) => value.toHexString().slice(0, 7)}
        >
          <ColorPicker disabledAlpha showText presets={[{ label: t('colour'), colors: colours }]} />
        </Form.Item>
      </div>
    </>
  );
}

/** The lines, with placeholders inserted at the cursor. */
function TextField({ form }: { form: FormInstance<WatermarkForm> }): ReactNode {
  const t = useText('preview.watermarks');
  const area = useRef<{ resizableTextArea?: { textArea: HTMLTextAreaElement } }>(null);
  const put = (field: MarkField): void => {
    const element = area.current?.resizableTextArea?.textArea;
    const text: string = form.getFieldValue('text') ?? '';
    const [from, to] = [element?.selectionStart ?? text.length, element?.selectionEnd ?? text.length];
    const next = `${text.slice(0, from)}{${field}}${text.slice(to)}`;
    form.setFieldValue('text', next);
    // setting a value from code does not mark the field as touched
    form.setFields([{ name: 'text', touched: true }]);
    element?.focus();
    requestAnimationFrame(() => element?.setSelectionRange(from + field.length + 2, from + field.length + 2));
  };
  return (
    <>
      <Form.Item name="text" label={t('text')} className={styles.tight ?? ''}>
        <Input.TextArea
          ref={area as never}
          autoSize={{ minRows: 2, maxRows: watermarkLimits.lines }}
          maxLength={watermarkLimits.line * 2}
        />
      </Form.Item>
      <Row gap={2} wrap className={styles.fields} role="group" aria-label={t('fields')}>
        {markFields.map((field) => (
          <Button key={field} size="small" onClick={() => put(field)}>
            {t(fieldKeys[field])}
          </Button>
        ))}
      </Row>
    </>
  );
}

const waitMs = 250;

/** A page with the watermark as the server renders it for the user, shortly after each change. */
function SamplePage({ design }: { design: MarkDesign }): ReactNode {
  const t = useText('preview.watermarks');
  const [landscape, setLandscape] = useState(false);
  const debounced = useLater(design);
  const sample = useCall(watermarks.sample, { design: debounced, landscape }, { keep: true, staleTime: 60_000 });
  return (
    <Stack gap={2} className={styles.sample}>
      <Row justify="between">
        <Heading level={3} size="m">
          {t('sample')}
        </Heading>
        <Segmented
          size="small"
          value={landscape ? 'landscape' : 'portrait'}
          onChange={(next) => setLandscape(next === 'landscape')}
          options={[
            { value: 'portrait', label: t('portrait') },
            { value: 'landscape', label: t('landscape') },
          ]}
        />
      </Row>
      {sample.error && <ErrorBox small error={sample.error} retry={() => void sample.refetch()} />}
      {sample.data && !sample.error ? (
        <img src={sample.data.picture} alt={t('sampleAlt')} data-old={sample.isPlaceholderData || undefined} />
      ) : (
        !sample.error && <div className={styles.paper} data-landscape={landscape || undefined} />
      )}
      <Hint>{t('sampleHint')}</Hint>
    </Stack>
  );
}

/** The debounced value. */
function useLater(value: MarkDesign): MarkDesign {
  const [later, setLater] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(JSON.parse(key) as MarkDesign), waitMs);
    return () => clearTimeout(timer);
  }, [key]);
  return later;
}

interface WatermarkDialogProps {
  watermark: Watermark | undefined;
  close: () => void;
}

/** A watermark: text, style and rule, beside a page rendered by the server. */
export function WatermarkDialog({ watermark, close }: WatermarkDialogProps): ReactNode {
  const t = useText('preview.watermarks');
  const phone = useMedia('phone');
  const id = useId();
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<WatermarkForm>();
  const formValues = Form.useWatch<WatermarkForm | undefined>([], form);
  const { save, isPending } = useSave(watermark, () => setOpen(false));
  const closing = useCloseChanged(
    () => form.isFieldsTouched(),
    () => setOpen(false),
  );
  return (
    <Modal
      open={open}
      title={watermark ? t('editTitle', { name: nameOf(t, watermark) }) : t('newWatermark')}
      width={phone ? '100%' : 980}
      okText={watermark ? t('save') : t('create')}
      confirmLoading={isPending}
      okButtonProps={{ htmlType: 'submit', form: id }}
      {...closing}
      afterClose={close}
    >
      <div className={styles.editor}>
        <Form<WatermarkForm>
          form={form}
          id={id}
          layout="vertical"
          initialValues={formOf(watermark)}
          onFinish={(values) => void save(values)}
        >
          <Form.Item
            name="name"
            label={t('name')}
            rules={watermark?.builtIn ? [] : [{ required: true, whitespace: true, message: t('nameNeeded') }]}
          >
            <Input maxLength={100} autoComplete="off" autoFocus={!watermark} {...(watermark?.builtIn && { placeholder: t('builtIn') })} />
          </Form.Item>
          <DesignFields form={form} />
          <RuleFields watermark={watermark} />
        </Form>
        <SamplePage design={designOf(formValues?.place === undefined ? formOf(watermark) : formValues)} />
      </div>
    </Modal>
  );
}

/** Saves the form; a refusal keeps the dialog open. */
function useSave(
  watermark: Watermark | undefined,
  done: () => void,
): { save: (values: WatermarkForm) => Promise<void>; isPending: boolean } {
  const refreshed = { refresh: [watermarks.list] };
  const [create, update] = [useCallMutation(watermarks.create, refreshed), useCallMutation(watermarks.update, refreshed)];
  const save = async (values: WatermarkForm): Promise<void> => {
    const { name = '', areas: covered, cabinetIds, uses, holders } = values;
    const rule = { areas: covered, cabinetIds, uses, holders };
    const nameInput = name.trim() === '' ? {} : { name: name.trim() };
    try {
      if (watermark) await update.mutateAsync({ id: watermark.id, design: designOf(values), rule, ...nameInput });
      else await create.mutateAsync({ name: name.trim(), design: designOf(values), ...rule });
      done();
    } catch {
      // `call` has shown the reason.
    }
  };
  return { save, isPending: create.isPending || update.isPending };
}
