// Runs before the first paint. A file of its own, because the content security policy allows no
// inline script.
(function () {
  var root = document.documentElement;
  // Prevents a flash of the wrong theme. `web/app/app-shell/user-menu.tsx` stores the theme.
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    // Signed-in users are redirected from the sign-in page, so it is hidden at first.
    if (localStorage.getItem('token') && /^\/(login\/?)?$/.test(location.pathname)) {
      root.dataset.goingOn = '';
    }
  } catch {
    // No storage: use the system's theme.
  }
  // Records input before hydration; `web/ssr/replay-early-input.ts` replays it.
  var early = { events: [] };
  var pressed = 'button[type="button"], input[type="radio"], input[type="checkbox"]';
  function placeOf(element, selector) {
    return Array.prototype.indexOf.call(document.querySelectorAll(selector), element);
  }
  var listeners = {
    input(event) {
      var field = event.target;
      if (field.matches(pressed)) return;
      early.events.push({ what: 'typed', name: field.name, value: field.value });
    },
    click(event) {
      var element = event.target.closest(pressed);
      if (element)
        early.events.push({
          what: 'pressed',
          place: placeOf(element, pressed),
          checked: element.checked,
        });
    },
    submit(event) {
      event.preventDefault();
      early.events.push({ what: 'sent', place: placeOf(event.target, 'form') });
    },
  };
  early.pressed = pressed;
  early.stop = function () {
    for (var name in listeners) document.removeEventListener(name, listeners[name], true);
  };
  for (var name in listeners) document.addEventListener(name, listeners[name], true);
  window.early = early;
})();
