import type { Item } from '@dossier/contract/library';
import { Input, type InputRef, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../ground/text.ts';
import styles from './name-cell.module.css';
import { useRenaming } from './renaming.ts';
import { splitName } from './split-name.ts';

/** The field in which a name is changed; what is refused stays in it, with the reason beside it. */
export function RenameInput({ item }: { item: Item }): ReactNode {
  const t = useText('library');
  const field = useRef<InputRef>(null);
  const isBusy = useRef(false);
  const [refusal, setRefusal] = useState<string>();
  const finish = useRenaming((renaming) => renaming.finish);
  const { stem } = splitName(item.name, item.ext);
  useEffect(() => {
    const input = field.current?.input;
    input?.focus();
    input?.setSelectionRange(0, stem.length);
  }, [stem]);
  const end = async (name: string | undefined, byKey = true): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    const refused = await finish(item, name, byKey);
    if (refused === undefined) return;
    isBusy.current = false;
    setRefusal(refused);
    field.current?.focus();
  };
  return (
    // Outside of the row, which is as high as a line and cuts off what is longer.
    <Tooltip open={refusal !== undefined} placement="bottomLeft" title={<span role="alert">{refusal}</span>}>
      <Input
        ref={field}
        className={styles.rename ?? ''}
        size="small"
        defaultValue={item.name}
        maxLength={255}
        aria-label={t('newName')}
        aria-invalid={refusal !== undefined}
        {...(refusal !== undefined && { status: 'error' as const })}
        onChange={() => setRefusal(undefined)}
        // A name that was refused is not sent again by leaving it.
        onBlur={(event) => void end(refusal === undefined ? event.target.value : undefined, false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void end(event.currentTarget.value);
          if (event.key === 'Escape') void end(undefined);
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      />
    </Tooltip>
  );
}
