import type { ReactNode } from 'react';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import card from '../../ground/ui/card-page.module.css';

/** Where a tab ends that viewed as somebody else: it goes on as oneself only when told to. */
export function ViewOverPage(): ReactNode {
  const t = useText('session');
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
