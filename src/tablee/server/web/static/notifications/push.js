// Web Push: subscribes this browser, after a click, so that it notifies a player whose turn it is.

/**
 * @typedef {object} Known what the server says
 * @property {string} key for the push service
 * @property {boolean} here whether this browser is subscribed
 * @property {number} waiting at how many tables it is one's turn
 * @property {Record<string, string>} texts
 */

/** Does this browser support push? Not without https, and on some phones only from the home screen. */
export function canPush() {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** @returns {Promise<Known>} */
export async function ask() {
  return (await fetch("/me/notifications.json", { cache: "no-store" })).json();
}

/** Why subscribing failed, in words. */
export class Refused extends Error {}

/** Subscribe this browser, after a click; throws `Refused`. @param {Known} known */
export async function subscribe({ key, texts }) {
  if ((await Notification.requestPermission()) !== "granted") throw new Refused(texts.denied);
  const subscription = await subscribeWith(key).catch(() => {
    throw new Refused(texts.failed);
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = JSON.stringify({ ...subscription.toJSON(), zone });
  const answer = await fetch("/me/notifications", { method: "POST", body }).catch(() => null);
  if (answer?.ok) return;
  const told = await answer?.json().catch(() => ({}));
  throw new Refused(told?.problem ?? texts.not_sent);
}

/** @param {string} key */
async function subscribeWith(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const asked = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(asked);
  } catch (error) {
    // A subscription for another server key is in the way.
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(asked);
  }
}
