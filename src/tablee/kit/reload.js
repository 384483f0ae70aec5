// On the pages of a house that is open to a maker of games: shows them anew when a game has changed, and says what is
// wrong with a change that could not be taken over.

const PAUSE = 500;
const own = document.querySelector("script[data-reload]");
let version = own.dataset.reload;

function show(fault) {
  document.getElementById("reload-fault")?.remove();
  if (!fault) return;
  const sheet = document.createElement("pre");
  sheet.id = "reload-fault";
  sheet.setAttribute("role", "alert");
  sheet.textContent = fault;
  Object.assign(sheet.style, {
    position: "fixed", left: "0", right: "0", bottom: "0", margin: "0", padding: "12px 16px", zIndex: "1000",
    whiteSpace: "pre-wrap", background: "var(--accent-dark)", color: "var(--on-accent)", font: "14px/1.4 monospace"
  });
  document.body.append(sheet);
}

async function listen() {
  const answer = await fetch(`/reload/after/${version}`, { cache: "no-store" });
  const news = await answer.json();
  if (news.version === version) return;
  if (!news.fault) return location.reload();
  version = news.version;
  show(news.fault);
}

show(own.dataset.fault);
for (;;) await listen().catch(() => new Promise((resume) => setTimeout(resume, PAUSE)));
