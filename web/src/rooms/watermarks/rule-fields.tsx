import { areas } from '@dossier/contract/rights';
import { markHolders, markUses } from '@dossier/contract/watermarks';
import { Checkbox, Form, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { CabinetSelect } from './cabinet-select.tsx';
import { areaKeys, type Watermark } from './watermark-words.ts';

/** For whom a watermark is drawn, for what, and where. */
export function RuleFields({ watermark }: { watermark: Watermark | undefined }): ReactNode {
  const t = useText('watermarks');
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
