import { library } from '@dossier/contract/library';
import type { OutputOf } from '@dossier/contract/route';
import { Form, Modal } from 'antd';
import { type ReactNode, Suspense, use, useRef, useState } from 'react';
import { openDialog } from '../../../ground/dialogs.ts';
import { ItemActionsContext } from '../../../ground/item-context.ts';
import { notice } from '../../../ground/notice.ts';
import { type TextOf, useText } from '../../../ground/text.ts';
import { useSend } from '../../../ground/use-call.ts';
import { refreshLists } from '../area.ts';
import { focusList } from '../list/focus-list.ts';
import { presentNew } from '../list/highlight.ts';
import { PlaceFields, type PlaceValues } from './place-fields.tsx';

/** Where the new one goes: a cabinet into an area, a folder into a folder. */
export type NewPlace = { moduleType: number } | { parentId: string };

const firstOrder = 99;

/** Makes what was asked for; answers its id. */
function useMaking(place: NewPlace) {
  const t = useText('library');
  const cabinet = useSend(library.createCabinet);
  const folder = useSend(library.createFolder);
  const make = async ({ templateId, ...values }: PlaceValues & { templateId: string | undefined }): Promise<string> => {
    const description = values.description?.trim();
    const said = { ...values, name: values.name.trim(), description: description === '' ? undefined : description };
    if ('moduleType' in place) return (await cabinet.mutateAsync({ ...said, moduleType: place.moduleType })).id;
    const from = templateId === undefined ? {} : { templateId };
    const { id, notGiven } = await folder.mutateAsync({ ...said, ...from, parentId: place.parentId });
    if (notGiven !== undefined) notice.warning(notGivenWords(t, notGiven));
    return id;
  };
  return { make, making: cabinet.isPending || folder.isPending };
}

function NewPlaceDialog({ place, close }: { place: NewPlace; close: () => void }): ReactNode {
  const t = useText('library');
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<PlaceValues>();
  const { make, making } = useMaking(place);
  const { newFolder: MadeFrom } = use(ItemActionsContext);
  const [templateId, setTemplateId] = useState<string>();
  const isMade = useRef(false);
  const create = async () => {
    const id = await make({ ...(await form.validateFields()), templateId });
    await refreshLists();
    presentNew([id]);
    isMade.current = true;
    setOpen(false);
  };
  const leave = (): void => {
    close();
    // the keyboard goes to what was made, whatever opened the dialog
    if (isMade.current) requestAnimationFrame(focusList);
  };
  return (
    <Modal
      open={open}
      title={t('moduleType' in place ? 'newCabinet' : 'newFolder')}
      okText={t('create')}
      cancelText={t('cancel')}
      confirmLoading={making}
      onOk={() => void create().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={leave}
      width={460}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ sortNumber: firstOrder }}
        onFinish={() => void create().catch(() => undefined)}
      >
        <PlaceFields order />
        {'parentId' in place && MadeFrom !== undefined && (
          <Suspense fallback={null}>
            <MadeFrom parentId={place.parentId} value={templateId} onChange={setTemplateId} />
          </Suspense>
        )}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

type NotGiven = NonNullable<OutputOf<typeof library.createFolder>['notGiven']>;

/** Who did not get all that a template says. */
function notGivenWords(t: TextOf<'library'>, notGiven: NotGiven): string {
  // guests are not told whom it was for
  const names = [...new Set(notGiven.map((one) => one.granteeName))].filter(Boolean).slice(0, 5);
  return names.length === 0 ? t('notAllGiven') : t('notGiven', { n: notGiven.length, names: names.join(', ') });
}

/** Asks for the name of a new cabinet or folder and creates it. */
export function openNewPlace(place: NewPlace): void {
  openDialog((close) => <NewPlaceDialog place={place} close={close} />);
}
