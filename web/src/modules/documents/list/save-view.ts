import { type ViewSettings, listViews } from '@dossier/contract/documents/list-views';
import { call } from '../../../platform/call.ts';
import { textOf } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';

/** Asks for a name, and saves a view under it. The form is loaded when it is asked for. */
export function openSaveView(settings: ViewSettings): void {
  const t = textOf('documents.library');
  void import('../../../platform/ui/form-dialog.tsx').then(({ openNameDialog }) =>
    openNameDialog({
      title: t('saveViewTitle'),
      ok: t('save'),
      save: async (name) => {
        await call(listViews.save, { name, settings });
        useListPreferences.setState({ hasViews: true });
        await invalidateRoutes(listViews.list);
        notice.success(t('viewSaved', { name }));
      },
    }),
  );
}
