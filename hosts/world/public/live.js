/**
 * Follows what happens: at each event of the server it reads the page again and replaces the parts marked `data-live`,
 * but one in which somebody is working. Without it the page works, and is reloaded by hand.
 */
const parts = () => [...document.querySelectorAll('[data-live]')];
const isUsed = (part) => part.contains(document.activeElement);

let reading = false;
let again = false;

async function refresh() {
  if (reading) {
    again = true;
    return;
  }
  reading = true;
  try {
    const response = await fetch(`/?lang=${document.documentElement.lang}`);
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of parts()) {
      const next = fresh.getElementById(part.id);
      if (next && !isUsed(part) && next.outerHTML !== part.outerHTML)
        part.replaceWith(document.adoptNode(next));
    }
  } catch {
    // The world is away for a moment; the next event reads again.
  } finally {
    reading = false;
    if (again) {
      again = false;
      void refresh();
    }
  }
}

const events = new EventSource('/events');
// What changed between the page and its first event, or while the connection was lost.
events.addEventListener('open', () => void refresh());
events.addEventListener('message', () => void refresh());
// What was left out while somebody worked in it.
document.addEventListener('focusout', () => setTimeout(() => void refresh(), 0));
addEventListener('pagehide', () => events.close());
