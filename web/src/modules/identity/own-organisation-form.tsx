import { logos } from '@dossier/contract/identity/organisations';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { sendFile, withQuery } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { Row } from '../../platform/ui/layout.tsx';
import { useCurrentUser } from './current-user.ts';
import { LogoField } from './organisations/branding-dialog.tsx';

interface OwnOrganisationFormProps {
  /** The label of the button that saves. */
  ok: string;
  saved: () => unknown;
  /** Buttons beside it. */
  children: ReactNode;
}

/** The name and the logo of the user's own organisation, for who administrates the site. */
export function OwnOrganisationForm({ ok, saved, children }: OwnOrganisationFormProps): ReactNode {
  const t = useText('identity.organisations');
  const { spaceId } = useCurrentUser();
  const found = useCall(people.organisations, { pageNo: 1, pageSize: 100 });
  const own = found.data?.list.find(({ id }) => id === spaceId);
  const update = useCallMutation(people.updateOrganisation);
  /** The picked image, or null for none. */
  const [logo, setLogo] = useState<File | null>();
  const [busy, setBusy] = useState(false);
  if (found.error && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (own === undefined) return null;
  const save = async ({ name }: { name: string }): Promise<void> => {
    setBusy(true);
    try {
      if (logo) await sendFile(withQuery(logos.put, { id: own.id }), logo, logo.name);
      const title = name.trim();
      await update.mutateAsync({
        id: own.id,
        name: title,
        title: title.slice(0, titleLength),
        ...(logo === null && { logo: '' as const }),
      });
      await invalidateRoutes(people.organisations, session.current);
      await saved();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<{ name: string }>
      layout="vertical"
      initialValues={{ name: own.name }}
      onFinish={(values) => void save(values).catch(() => undefined)}
    >
      <Form.Item
        name="name"
        label={t('ownName')}
        extra={t('ownNameHint')}
        rules={[{ required: true, whitespace: true, message: t('ownNameNeeded') }]}
      >
        <Input maxLength={100} autoComplete="organization" />
      </Form.Item>
      <Form.Item label={t('brandLogo')} extra={t('brandLogoHint')}>
        <LogoField kept={logo === undefined ? own.logoUrl : undefined} chosen={logo ?? undefined} choose={setLogo} />
      </Form.Item>
      <Row gap={2} wrap>
        <Button type="primary" htmlType="submit" loading={busy}>
          {ok}
        </Button>
        {children}
      </Row>
    </Form>
  );
}

/** The longest title beside the logo. */
const titleLength = 40;
