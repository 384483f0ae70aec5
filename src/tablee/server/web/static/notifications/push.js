// Lets this browser call somebody when it is their turn. What it takes is asked for only once they have said so.

/**
 * @typedef {object} Known what the house says
 * @property {string} key for the push service
 * @property {boolean} here whether this browser is rung already
 * @property {number} waiting at how many tables it is one's turn
 * @property {Record<string, string>} texts
 */

/** Could this browser be rung at all? Without https, or on some phones before it is on the home screen, it cannot. */
export function canRing() {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** @returns {Promise<Known>} */
export async function ask() {
  return (await fetch("/me/bells.json", { cache: "no-store" })).json();
}

/** Why it did not go, in words. */
export class Refused extends Error {}

/** Let this browser be rung, after a click; raises `Refused`. @param {Known} known */
export async function hang({ key, texts }) {
  if ((await Notification.requestPermission()) !== "granted") throw new Refused(texts.denied);
  const subscription = await subscribe(key).catch(() => {
    throw new Refused(texts.failed);
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = JSON.stringify({ ...subscription.toJSON(), zone });
  const answer = await fetch("/me/bells", { method: "POST", body }).catch(() => null);
  if (answer?.ok) return;
  const told = await answer?.json().catch(() => ({}));
  throw new Refused(told?.problem ?? texts.not_sent);
}

/** @param {string} key */
async function subscribe(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const asked = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(asked);
  } catch (error) {
    // One for another key of the house is in the way, as after it has moved.
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(asked);
  }
}
