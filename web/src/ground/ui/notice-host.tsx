import { Button, message } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { hostNotices, type Notice } from '../notice.ts';

/** Shows the notices of the whole product; one for the window. */
export function NoticeHost(): ReactNode {
  const [api, holder] = message.useMessage({ maxCount: 4, top: 56 });
  useEffect(() => {
    let next = 1;
    return hostNotices((entry) => {
      const key = `notice-${next++}`;
      void api.open({
        key,
        type: entry.kind,
        duration: entry.seconds ?? 3,
        content: <Content entry={entry} close={() => api.destroy(key)} />,
      });
    });
  }, [api]);
  return holder;
}

function Content({ entry, close }: { entry: Notice; close: () => void }): ReactNode {
  const { action } = entry;
  return (
    <span role={entry.kind === 'error' ? 'alert' : 'status'}>
      {entry.text}
      {action && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
    </span>
  );
}
