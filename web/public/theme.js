// Runs before the first paint, so that a chosen theme never flashes. A file of its own, because the
// content security policy allows no inline script. `web/theme/theme.ts` writes what this reads.
(function () {
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system's theme it is.
  }
})();
