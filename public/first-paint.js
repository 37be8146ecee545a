// Runs before the first paint, so that a chosen theme or language never flashes
// the other one. A file of its own, because the page's policy forbids inline scripts.
(function () {
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
