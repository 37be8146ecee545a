// The script of the page in a game's new window. The address has the number of a launch, and the script removes
// the number from the address bar at once. It requests the launch by its number until the server has it, or for
// a minute, and then opens the game. The server returns a launch once only.
'use strict';
const number = location.hash.slice(1);
const chosen = new URLSearchParams(location.search).get('lang');
if (chosen === 'lo' || chosen === 'en') {
  document.documentElement.lang = chosen;
  document.title = document.querySelector(`#opening [lang=${chosen}]`).textContent;
}
let until;

function showFailure() {
  document.getElementById('opening').hidden = true;
  document.getElementById('failed').hidden = false;
}

function postForm({ action, fields }) {
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

async function requestLaunch() {
  let response, launch;
  try {
    response = await fetch('/play-door/take', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ launch: number }),
    });
    if (response.status === 200) launch = await response.json();
  } catch {
    return retry(); // there may be a network soon
  }
  if (response.status === 202) return retry(); // the launch is not ready
  // 429: the address, which others may share, has to wait. 5xx: the server is not available for the moment.
  if (response.status === 429 || response.status >= 500) return retry(2000);
  if (launch?.link) return location.replace(launch.link);
  if (launch?.action) return postForm(launch);
  showFailure();
}

function retry(ms = 300) {
  if (Date.now() > until) return showFailure();
  setTimeout(requestLaunch, ms);
}

function start() {
  history.replaceState(null, '', location.pathname);
  until = Date.now() + 60_000;
  if (/^[0-9a-f]{32}$/.test(number)) void requestLaunch();
  else showFailure();
}

// A page that the browser prerenders, and that nobody sees yet, must not use up the number.
if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
