// Runs before the first paint, so that a chosen theme or language never flashes
// the other one. Prerendered pages contain it inline; for other pages the policy forbids inline scripts.
(function () {
  // A page that was drawn at build time has a form before it has an app: what is typed
  // there goes nowhere, and never into an address. That it was sent off, or which button was
  // tapped last, is remembered for the app, until something is typed again.
  addEventListener('submit', function (event) {
    event.preventDefault();
    if (event.target.closest('.splash')) event.target.dataset.sent = '';
  });
  addEventListener('click', function (event) {
    var button = event.target.closest('.splash button');
    if (!button || button.type === 'submit') return;
    forgetTap();
    button.dataset.tapped = '';
  });
  addEventListener('input', function (event) {
    forgetTap();
    if (event.target.form) delete event.target.form.dataset.sent;
  });
  function forgetTap() {
    var last = document.querySelector('[data-tapped]');
    if (last) delete last.dataset.tapped;
  }
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'light') root.classList.add(theme);
    var locale = localStorage.getItem('locale');
    if (locale === 'th' || locale === 'lo' || locale === 'en') root.lang = locale;
  } catch {
    // Storage is closed to this page: the system's theme and the build's language stand.
  }
})();
