// Runs before the first paint. A file of its own, because the content security policy allows no
// inline script.
(function () {
  var root = document.documentElement;
  try {
    // `web/app/app-shell/user-menu.tsx` writes the theme that this reads.
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    // Signed-in users continue from the sign-in page: it is hidden until then.
    if (localStorage.getItem('token') && /^\/(login\/?)?$/.test(location.pathname)) {
      root.dataset.goingOn = '';
    }
  } catch {
    // If storage is forbidden, the page has the system's theme.
  }
})();
