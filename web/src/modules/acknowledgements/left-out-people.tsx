import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { firstNames, joinedNames, useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { askLeftOut } from './acknowledgement-changes.ts';

interface LeftOutProps {
  /** The id of the request. */
  id: string;
  objId: string;
  /** The request takes people. */
  isOpen: boolean;
}

/** Whom a request named and did not ask, as they might not view the document, with a way to ask those who may by now. */
export function LeftOutPeople({ id, objId, isOpen }: LeftOutProps): ReactNode {
  const t = useText('acknowledgements');
  const [isBusy, setBusy] = useState(false);
  const { data } = useCall(acknowledgements.leftOut, { id });
  if (data === undefined || data.total === 0) return null;
  const { names, total, mayNow } = data;
  const more = total - names.length;
  const named = more > 0 ? t('namesAndMore', { names: firstNames(names), count: more }) : joinedNames(names);
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      await askLeftOut(id, objId, t);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={1}>
      <Text as="p" size="s" tone="muted">
        {/* guests are told the number alone */}
        {t('notAsked', { names: names.length === 0 ? String(total) : named })}
      </Text>
      {isOpen && mayNow > 0 && (
        <Row gap={2} wrap>
          <Text size="s">{t('mayNow', { count: mayNow })}</Text>
          <Button size="small" loading={isBusy} onClick={() => void ask().catch(() => undefined)}>
            {t('askLeftOut')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
