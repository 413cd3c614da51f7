/** Tells the reader that it is their turn while they look elsewhere: a notification, a badge, and a dot on the icon. */
import { preferences } from './preferences.svelte';

const TAG = 'turn'; // a later notification replaces an earlier one
const ICON = '/mark.svg';
const ICON_WITH_DOT = '/mark-turn.svg';

export function canNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission !== 'denied';
}

/** Ask the browser for permission, and remember the choice. Return whether the reader will be notified. */
export async function allowNotifications(): Promise<boolean> {
  const isAllowed = canNotify() && (await Notification.requestPermission()) === 'granted';
  preferences.set('notify', isAllowed ? 'on' : 'off');
  return isAllowed;
}

/** Show a notification if the page is hidden and the reader wants it. A click brings the page back. */
export async function notify(title: string, body: string): Promise<void> {
  if (!document.hidden || !preferences.notifies || !canNotify() || Notification.permission !== 'granted')
    return;
  const options = { body, tag: TAG, icon: '/icon-192.png', data: { path: location.pathname } };
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) return await registration.showNotification(title, options); // phones know only these
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // the title of the tab says it, too
  }
}

/** Mark the tab and the installed page while it is the reader's turn. */
export function markTurn(isOwnTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const address = isOwnTurn ? ICON_WITH_DOT : ICON;
  if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
  if (isOwnTurn) void navigator.setAppBadge?.().catch(() => {});
  else void navigator.clearAppBadge?.().catch(() => {});
}
