import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { ForRoles } from '../../rooms/session/roles.ts';
import styles from './shell.module.css';
import type { Keys } from '../text/cn.ts';
import { useShownPath } from './shown-path.ts';

const hints: Record<string, Keys> = {
  '/admin/index/userManger/userrole': 'rolesHint',
  '/admin/index/userManger/onliner': 'sessionsHint',
  '/admin/index/userManger/syncdisk': 'syncDiskHint',
  '/admin/index/userManger/ipmanagement': 'addressesHint',
  '/site-admin/index/site-userManger/site-configuration': 'configurationHint',
  '/site-admin/index/site-userManger/site-user-import': 'importHint',
  '/site-admin/index/site-userManger/site-organization': 'organisationsHint',
  '/site-admin/index/site-userManger/site-license': 'licenceHint',
  '/admin/index/dataManger/dirtemplate': 'templatesHint',
  '/admin/index/dataManger/dirtemplate/Subtemplate': 'templatesHint',
  '/admin/index/userManger/quotas': 'quotasHint',
  '/admin/index/dataManger/basedata': 'basedataHint',
  '/admin/index/dataManger/indexcard': 'indexcardHint',
  '/admin/index/dataManger/doctype': 'doctypeHint',
  '/admin/index/dataManger/doctemplate': 'doctemplateHint',
  '/admin/index/dataManger/tags': 'tagsHint',
  '/admin/index/dataManger/shares': 'sharesHint',
  '/admin/index/dataManger/flow': 'flowsHint',
  '/admin/index/otherSettings/watermark': 'watermarksHint',
  '/admin/index/reportManger/logs': 'logHint',
  '/admin/index/dataManger/sensitiveWords': 'wordsHint',
  '/admin/index/reportManger/sensitiveWords': 'wordsHint',
  '/admin/index/reportManger/userBehavior': 'reportHint',
  '/admin/index/reportManger/document': 'reportHint',
  '/admin/index/reportManger/userOnline': 'reportHint',
  '/admin/index/reportManger/fileTotal': 'reportHint',
  '/admin/index/reportManger/permissions': 'whoSeesHint',
};

/** What an administration area is for, and the way back to the documents; nothing on other pages. */
export function AdminIntro(): ReactNode {
  const t = useText('app');
  const path = useShownPath();
  const site = path.startsWith('/site-admin/');
  if (!site && !path.startsWith('/admin/')) return null;
  return (
    <ForRoles roles={[site ? 'site' : 'admin']}>
      <div className={styles.intro}>
        <p>{t(hints[path] ?? (site ? 'siteHint' : 'adminHint'))}</p>
        <GoLink to="/knowledge/index">{t('toDocuments')}</GoLink>
      </div>
    </ForRoles>
  );
}
