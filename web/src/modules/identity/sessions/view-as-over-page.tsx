import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { session } from '../../../platform/sessions.ts';
import card from '../../../platform/ui/centered-card.module.css';

/** The end of a view-as session: the administrator's own session continues only after a click. */
export function ViewAsOverPage(): ReactNode {
  const t = useText('identity.sign-in');
  const goOn = (): void => {
    if (session.viewIsOver()) session.leaveView();
    location.replace('/');
  };
  return (
    <main className={card.page}>
      <section className={card.card}>
        <img src="/mark.svg" alt="" width={40} height={40} />
        <h1 className={card.title}>{t('viewAsOver')}</h1>
        <p className={card.text}>{t('viewAsOverHint')}</p>
        <button type="button" className={card.main} onClick={goOn}>
          {t('viewAsGoOn')}
        </button>
      </section>
    </main>
  );
}
