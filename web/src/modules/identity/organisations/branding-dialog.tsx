import { type Organisation, logos } from '@dossier/contract/identity/organisations';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { Button, ColorPicker, Form, Input } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { defaultAccent } from '../../../platform/appearance.ts';
import { sendFile, withQuery } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Row } from '../../../platform/ui/layout.tsx';
import styles from './organisations.module.css';

interface Branding {
  title?: string;
  accent: string;
}

/** Opens the dialog with an organisation's title, colour and logo. */
export function openBranding(organisation: Organisation): void {
  openDialog((close) => <BrandingDialog organisation={organisation} close={close} />);
}

function BrandingDialog({ organisation, close }: { organisation: Organisation; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const { id, name, title = '', accent, logoUrl } = organisation;
  const update = useCallMutation(people.updateOrganisation);
  /** The picked image, or null for none. */
  const [logo, setLogo] = useState<File | null>();
  const save = async (branding: Branding): Promise<void> => {
    if (logo) await sendFile(withQuery(logos.put, { id }), logo, logo.name);
    const chosen = branding.accent.toLowerCase();
    await update.mutateAsync({
      id,
      title: branding.title?.trim() ?? '',
      accent: chosen === defaultAccent ? '' : chosen,
      ...(logo === null && { logo: '' as const }),
    });
    await invalidateRoutes(people.organisations, session.current);
    notice.success(site('brandSaved'));
  };
  return (
    <FormDialog<Branding>
      title={site('brandOf', { name })}
      ok={t('save')}
      initial={{ title, accent: accent ?? defaultAccent }}
      save={save}
      close={close}
    >
      <Form.Item name="title" label={site('brandTitle')} extra={site('brandTitleHint')}>
        <Input maxLength={40} autoComplete="off" placeholder="Dossier" />
      </Form.Item>
      <Form.Item
        name="accent"
        label={site('brandAccent')}
        extra={site('brandAccentHint')}
        getValueFromEvent={(colour: { toHexString: () => string }) => colour.toHexString()}
      >
        <ColorPicker disabledAlpha disabledFormat format="hex" showText aria-label={site('brandAccent')} />
      </Form.Item>
      <Form.Item label={site('brandLogo')} extra={site('brandLogoHint')}>
        <LogoField kept={logo === undefined ? logoUrl : undefined} chosen={logo ?? undefined} choose={setLogo} />
      </Form.Item>
    </FormDialog>
  );
}

interface LogoFieldProps {
  kept: string | undefined;
  chosen: File | undefined;
  choose: (file: File | null) => void;
}

/** The logo of an organisation: shown, picked from a file, or removed. */
export function LogoField({ kept, chosen, choose }: LogoFieldProps): ReactNode {
  const site = useText('identity.organisations');
  const input = useRef<HTMLInputElement>(null);
  const [seen, setSeen] = useState<string>();
  const pick = (file: File | undefined): void => {
    if (!file) return;
    choose(file);
    // as a data URL: in `<img>`, no script of an SVG runs
    const reader = new FileReader();
    reader.addEventListener('load', () => setSeen(typeof reader.result === 'string' ? reader.result : undefined));
    reader.readAsDataURL(file);
  };
  const source = chosen ? seen : kept;
  return (
    <Row gap={2} wrap>
      {source && <img className={styles.logo} src={source} alt={site('brandLogo')} />}
      <Button onClick={() => input.current?.click()}>{site('chooseLogo')}</Button>
      {source && (
        <Button type="text" onClick={() => choose(null)}>
          {site('removeLogo')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        accept="image/png,image/svg+xml"
        aria-label={site('brandLogo')}
        onChange={(event) => pick(event.target.files?.[0])}
      />
    </Row>
  );
}
