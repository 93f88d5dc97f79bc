import { DownloadOutlined } from '@ant-design/icons';
import { signatures } from '@dossier/contract/signatures/signatures';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { saveFile } from '../../platform/save-file.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';

/** How long a browser has to begin with a download. */
const keptMs = 60_000;

function save(pem: string): void {
  const address = URL.createObjectURL(new Blob([pem], { type: 'application/x-pem-file' }));
  saveFile(address, 'dossier-seal.pem');
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

/** The certificate of the organisation, for programs that are to recognise its seal. */
export function SealCertificate(): ReactNode {
  const t = useText('signatures');
  const found = useCall(signatures.certificate, {});
  const certificate = found.data?.certificate;
  return (
    <Stack gap={2}>
      <Heading level={3} size="s">
        {t('certificate')}
      </Heading>
      {found.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.data !== undefined && (
        <Text as="p" tone="muted">
          {t(certificate === undefined ? 'certificateNone' : 'certificateHint')}
        </Text>
      )}
      {certificate !== undefined && (
        <>
          <Text as="p">
            {certificate.subject} · {t('validity', { from: certificate.validFrom.slice(0, 10), to: certificate.validTo.slice(0, 10) })}
          </Text>
          <Text as="p" size="xs" tone="muted" style={{ overflowWrap: 'anywhere' }}>
            {t('fingerprint', { fingerprint: certificate.fingerprint })}
          </Text>
          <Row>
            <Button icon={<DownloadOutlined />} onClick={() => save(certificate.pem)}>
              {t('certificateSave')}
            </Button>
          </Row>
        </>
      )}
    </Stack>
  );
}
