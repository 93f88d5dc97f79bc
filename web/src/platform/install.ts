import { create } from 'zustand';

/** The offer of a browser to install the client, which it makes once a page and which can be taken up once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The offer, while there is one. */
export const useInstallOffer = create<{ offer: InstallOffer | undefined }>(() => ({ offer: undefined }));

const setOffer = (offer: InstallOffer | undefined): void => useInstallOffer.setState({ offer });

/** Keeps the offer for when the user takes it up; browsers make it early, and some of them would cover the page with it. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  addEventListener('appinstalled', () => setOffer(undefined));
}

/** Lets the browser ask whether to install the client. */
export async function takeInstallOffer(): Promise<void> {
  const { offer } = useInstallOffer.getState();
  setOffer(undefined);
  await offer?.prompt();
}

/** Whether the client is installed by a menu of the browser only, which makes no offer: on iPhones and iPads. */
export const isInstalledByMenu = (): boolean => 'standalone' in navigator && navigator.standalone === false;
