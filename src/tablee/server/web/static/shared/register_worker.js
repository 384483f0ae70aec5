// Lets the browser keep what the house needs, so that there is a page even without a connection.

const worker = document.body.dataset.worker;

if (worker && "serviceWorker" in navigator) {
  // Not before the page is there: whoever comes for the first time should not wait for it.
  addEventListener("load", () => navigator.serviceWorker.register(worker, { scope: "/" }).catch(() => {}));
}

export {};
