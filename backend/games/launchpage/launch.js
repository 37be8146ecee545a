// The page of a new window: it knows a number, asks for its way into the game by it,
// once, and goes there. The number leaves the address bar at once.
'use strict';
const number = location.hash.slice(1);
const chosen = new URLSearchParams(location.search).get('lang');
if (chosen === 'lo' || chosen === 'en') {
  document.documentElement.lang = chosen;
  document.title = document.querySelector(`#opening [lang=${chosen}]`).textContent;
}
let until;

function fail() {
  document.getElementById('opening').hidden = true;
  document.getElementById('failed').hidden = false;
}

function post({ action, fields }) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  for (const [name, value] of Object.entries(fields ?? {})) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  // A provider's field may be named submit and hide the form's own method.
  HTMLFormElement.prototype.submit.call(form);
}

async function ask() {
  let answer;
  try {
    answer = await fetch('/play-door/take', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ launch: number }),
    });
  } catch {
    return again(); // no network: there may be one soon
  }
  // Beyond a limit of the address, which others may share, a later question is answered.
  if (answer.status === 202 || answer.status === 429) return again();
  if (!answer.ok) return fail();
  const entry = await answer.json();
  if (entry.link) return location.replace(entry.link);
  if (entry.action) return post(entry);
  fail();
}

function again() {
  if (Date.now() > until) return fail();
  setTimeout(ask, 300);
}

function begin() {
  history.replaceState(null, '', location.pathname);
  until = Date.now() + 60_000;
  if (/^[0-9a-f]{32}$/.test(number)) void ask();
  else fail();
}

// The number is good once: a page that the browser draws ahead, and nobody sees, leaves it alone.
if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
else begin();
