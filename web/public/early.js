// Runs before the first paint. A file of its own, because the content security policy allows no
// inline script.
(function () {
  var root = document.documentElement;
  // So that a chosen theme never flashes; `web/app/app-shell/theme.ts` writes what this reads.
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    // Whoever is signed in goes on from the sign-in page: it isn't shown to them for a moment.
    if (localStorage.getItem('token') && /^\/(login\/?)?$/.test(location.pathname)) {
      root.dataset.goingOn = '';
    }
  } catch {
    // Storage is forbidden: the system's theme it is.
  }
  // The page can be read and used before the application is there to listen; `web/ssr/replay-early-input.ts`
  // does once more what was done meanwhile.
  var early = { deeds: [] };
  var pressed = 'button[type="button"], input[type="radio"], input[type="checkbox"]';
  function placeOf(element, selector) {
    return Array.prototype.indexOf.call(document.querySelectorAll(selector), element);
  }
  var listeners = {
    input(event) {
      var field = event.target;
      if (field.matches(pressed)) return;
      early.deeds.push({ what: 'typed', name: field.name, value: field.value });
    },
    click(event) {
      var element = event.target.closest(pressed);
      if (element)
        early.deeds.push({
          what: 'pressed',
          place: placeOf(element, pressed),
          checked: element.checked,
        });
    },
    submit(event) {
      event.preventDefault();
      early.deeds.push({ what: 'sent', place: placeOf(event.target, 'form') });
    },
  };
  early.pressed = pressed;
  early.stop = function () {
    for (var name in listeners) document.removeEventListener(name, listeners[name], true);
  };
  for (var name in listeners) document.addEventListener(name, listeners[name], true);
  window.early = early;
})();
