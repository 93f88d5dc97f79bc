import { DesktopOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { webdav } from '@dossier/contract/webdav/devices';
import { Suspense, lazy } from 'react';
import { call } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { type ItemAction, itemAction } from '../../platform/item-actions.ts';
import { notice } from '../../platform/notices.ts';
import { knownPerson } from '../identity/current-user.ts';
import { deskLink, type DeskProgram, deskPrograms, followDeskLink } from './desk-links.ts';

const DeskDialog = lazy(() => import('./desk-dialog.tsx').then((m) => ({ default: m.DeskDialog })));

/** Opens a document in a program of the user's computer, or says what it takes. */
async function openOnDesk(item: Item, program: DeskProgram): Promise<void> {
  const { url, obstacle, readOnly, devices } = await call(webdav.address, { id: item.id });
  await loadTexts();
  const href = url === undefined ? undefined : deskLink(program, { url, readOnly });
  const explain = (): void =>
    openDialog((close) => (
      <Suspense>
        <DeskDialog name={item.name} program={program.name} obstacle={obstacle} href={href} close={close} />
      </Suspense>
    ));
  if (href === undefined || devices === 0) return explain();
  followDeskLink(href);
  const t = textOf('webdav');
  notice.info(t('opensIn', { program: program.name, name: item.name }), { label: t('nothingHappened'), run: explain });
}

/** Where the sync disk is off for the whole site, who could switch it on finds the programs, which say where. */
function isOffered(): boolean {
  const person = knownPerson();
  return person?.syncDisk !== 'off' || person.deeds.includes('settings.edit');
}

const opens = (program: DeskProgram, item: Item | undefined): item is Item =>
  isOffered() && item?.objType === objType.document && item.canDownload && program.opens.has(item.ext ?? '');

/** "Open in Word" and the like, from the sync disk. */
export const deskActions: ItemAction[] = deskPrograms.map((program) =>
  itemAction('webdav', {
    id: `desk.${program.id}`,
    label: (t) => t('openIn', { program: program.name }),
    icon: <DesktopOutlined />,
    group: 2,
    onlyInMenu: () => (knownPerson()?.syncDisk ?? 'open') !== 'open',
    shown: ([item, ...more]) => more.length === 0 && opens(program, item),
    run: async ([item]) => {
      if (item) await openOnDesk(item, program);
    },
  }),
);
