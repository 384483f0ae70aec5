// Passkeys: the browser makes one, or shows one. Without any of this a key of words does.

import { byId, text } from "../shared/page.js";

const newKey = document.getElementById("new-passkey");
const showKey = document.getElementById("show-passkey");

// A house that is called by an address in numbers, or without https, cannot have passkeys.
if (isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname)) {
  if (newKey) offer(newKey, newKey, make, "not_made");
  if (showKey) offer(showKey, byId("by-passkey"), show, "not_shown");
}

/** Show a button, and let it do something once at a time.
 * @param {HTMLElement} button @param {HTMLElement} hidden @param {() => Promise<string>} doing @param {string} without */
function offer(button, hidden, doing, without) {
  hidden.hidden = false;
  button.addEventListener("click", async () => {
    /** @type {HTMLButtonElement} */ (button).disabled = true;
    complain("");
    try {
      follow(await doing());
    } catch (error) {
      complain(error instanceof Refused ? error.message : text(error instanceof TypeError ? "not_sent" : without));
    }
    /** @type {HTMLButtonElement} */ (button).disabled = false;
  });
}

class Refused extends Error {}

/** Go on, also if that is another place on this very page. @param {string} address */
function follow(address) {
  const here = location.pathname + location.search;
  location.assign(address);
  if (address.split("#")[0] === here) location.reload();
}

/** Make a passkey, and have it kept. */
async function make() {
  const asked = await ask("/me/keys/options");
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: (asked.excludeCredentials ?? []).map(described),
  };
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const answer = { clientDataJSON: written(response.clientDataJSON), attestationObject: written(response.attestationObject) };
  return (await ask("/me/keys/passkey", answered(made, answer))).go;
}

/** Show a passkey, and be let in. */
async function show() {
  const asked = await ask("/sign-in/options");
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: [] };
  const shown = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (shown.response);
  const answer = {
    clientDataJSON: written(response.clientDataJSON),
    authenticatorData: written(response.authenticatorData),
    signature: written(response.signature),
    userHandle: response.userHandle ? written(response.userHandle) : null,
  };
  const back = encodeURIComponent(showKey?.dataset.back ?? "/me");
  return (await ask(`/sign-in/passkey?back=${back}`, answered(shown, answer))).go;
}

/** @param {PublicKeyCredential} key @param {Record<string, string|null>} response */
function answered(key, response) {
  return { id: key.id, rawId: key.id, type: key.type, response, clientExtensionResults: {} };
}

/** @param {string} address @param {object} [body] @returns {Promise<any>} */
async function ask(address, body = {}) {
  const response = await fetch(address, { method: "POST", body: JSON.stringify(body) });
  if (response.ok) return response.json();
  const told = await response.json().catch(() => ({}));
  throw new Refused(told.problem ?? text("not_sent"));
}

/** @param {string} words */
function complain(words) {
  const problem = byId("key-problem");
  problem.textContent = words;
  problem.hidden = !words;
}

/** @param {{id: string, type: string}} key */
function described(key) {
  return { id: bytes(key.id), type: /** @type {const} */ ("public-key") };
}

/** @param {string} encoded */
function bytes(encoded) {
  return Uint8Array.from(atob(encoded.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function written(buffer) {
  const letters = Array.from(new Uint8Array(buffer), (one) => String.fromCharCode(one)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
