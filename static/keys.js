// Keyboard first, and nothing that a page needs: every key presses what is on the page. Keys are never taken from a
// text field or from the browser's own shortcuts, and everything is delegated, so that swapped parts just work.
//   [data-key]     is clicked by that key        [data-hand]   tiles: arrows, digit, digit and suit
//   [data-pad]     digits mark its check boxes   [data-commit] a form: Enter, or the chosen tile again, sends it
//   [data-choice]  shows the chosen tile's name  [data-since]  counts from that time (ms)
//   [data-marked]  shows how many boxes are on   [data-until]  counts down to that time (ms)
//   [data-copy]    copies, then says data-done   [data-menu]   closes when left
(() => {
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const text = "input:not([type=radio], [type=checkbox], [type=submit]), textarea, select, [contenteditable]";
  const tiles = () => all("[data-hand] input[type=radio], [data-hand] button.tile:enabled");
  const shown = (element) => element.getClientRects().length > 0;
  let digit = "", pressed = null;

  function choose(tile) {
    tile.focus();
    if (tile.type !== "radio") return;
    tile.checked = true;
    tile.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function step(hand, by) {
    const at = hand.findIndex((tile) => tile === document.activeElement || tile.checked);
    choose(hand[at < 0 ? (by > 0 ? 0 : hand.length - 1) : (at + by + hand.length) % hand.length]);
  }

  // A red five (0) answers to 5 when there is no plain one.
  function pick(hand, suit, rank) {
    const codes = [suit + rank, suit + (rank === "5" ? "0" : rank)];
    const tile = codes.map((code) => hand.find((t) => t.dataset.code === code)).find(Boolean);
    if (tile) choose(tile);
    return Boolean(tile);
  }

  function inHand(key) {
    const hand = tiles();
    if (!hand.length) return false;
    if (key === "ArrowLeft" || key === "ArrowRight") { step(hand, key === "ArrowRight" ? 1 : -1); return true; }
    if (/^[0-9]$/.test(key)) {
      digit = key;
      const suits = new Set(hand.map((t) => t.dataset.code[0]));
      return suits.size === 1 && pick(hand, [...suits][0], key);
    }
    return /^[mpszf]$/.test(key) && digit !== "" && pick(hand, key, digit);
  }

  // A pad of several suits takes a digit and then the suit.
  function inPad(key) {
    const boxes = all("[data-pad] input");
    if (!boxes.length) return false;
    const box = digit && boxes.find((b) => b.value === digit + key);
    if (box) box.click();
    digit = /^[1-9]$/.test(key) ? key : "";
    return Boolean(box || digit);
  }

  function press(key, target) {
    const box = all("[data-pad] input").find((b) => b.dataset.digit === key);
    if (box) { box.click(); return true; }
    if (inPad(key)) return true;
    if (inHand(key)) return true;
    const main = all("form[data-commit] .main:enabled").find(shown);
    if (key === "Enter" && main && !target.closest("a, button, summary")) { main.click(); return true; }
    // Enter in a check box would press the form's first button, whatever it is
    if (key === "Enter" && target.matches("input")) return true;
    const named = all("[data-key]").filter((x) => x.dataset.key === key && shown(x));
    // several claims of one kind: the key goes from one to the next, Enter takes it
    if (named.length > 1 && named.every((x) => x.matches(".act"))) named[(named.indexOf(document.activeElement) + 1) % named.length].focus();
    else named[0]?.click();
    return named.length > 0;
  }

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || e.isComposing || e.target.closest(text)) return;
    const menu = document.querySelector("details[data-menu][open]");
    if (e.key === "Escape" && menu) { menu.open = false; return; }
    if (document.querySelector(":popover-open") && e.key !== "?") return;
    if (press(e.key, e.target)) e.preventDefault();
  });

  document.addEventListener("change", (e) => {
    const name = e.target.closest("form[data-commit]")?.querySelector("[data-choice]");
    if (name && e.target.dataset.label) name.textContent = e.target.dataset.label;
    const marked = e.target.closest("form[data-commit]")?.querySelector("[data-marked]");
    const number = marked ? all("[data-pad] input:checked", e.target.form).length : 0;
    if (marked) marked.textContent = number ? ` · ${number}` : "";
  });
  document.addEventListener("pointerdown", (e) => { pressed = e.target.matches(".pick input:checked") ? e.target : null; });
  document.addEventListener("click", (e) => {
    if (pressed && e.target === pressed) pressed.form?.querySelector(".main:enabled")?.click();
    const copy = e.target.closest("[data-copy]");
    if (copy) navigator.clipboard?.writeText(copy.dataset.copy).then(() => { copy.textContent = copy.dataset.done ?? copy.textContent; });
    const theme = e.target.closest("[data-theme-switch]");
    if (theme && document.documentElement.dataset.theme === "auto") theme.value = matchMedia("(prefers-color-scheme: dark)").matches ? "light" : "dark";
    all("details[data-menu][open]").forEach((menu) => { if (!menu.contains(e.target)) menu.open = false; });
  });

  // One submission a form: a second press must not answer twice. The buttons rest only after their value was read.
  const rest = (form, on) => all("button", form).forEach((b) => { if (on ? !b.disabled : b.dataset.resting) { b.disabled = on; b.dataset.resting = on ? "1" : ""; } });
  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (form.method !== "post") return;
    if (form.dataset.sent) { e.preventDefault(); e.stopImmediatePropagation(); return; }
    form.dataset.sent = "1";
    setTimeout(() => { if (form.dataset.sent) rest(form, true); });
  }, true);
  const release = () => all("form[data-sent]").forEach((form) => { delete form.dataset.sent; rest(form, false); });
  ["htmx:afterRequest", "pageshow"].forEach((name) => addEventListener(name, release));
  ["htmx:responseError", "htmx:sendError"].forEach((name) => addEventListener(name, () => { document.getElementById("trouble").hidden = false; }));
  addEventListener("htmx:beforeRequest", () => { document.getElementById("trouble").hidden = true; });

  const tell = (clock) => {
    if (clock.dataset.left) {  // by this machine's own clock, which may not be the server's
      clock.dataset.until = Date.now() + Number(clock.dataset.left);
      delete clock.dataset.left;
    }
    const { since, until } = clock.dataset;
    const seconds = Math.max(0, since ? Math.floor((Date.now() - since) / 1000) : Math.ceil((until - Date.now()) / 1000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (!seconds && clock.dataset.send) {  // what is chosen when the time is over is the answer
      const button = document.querySelector(clock.dataset.send);
      delete clock.dataset.send;
      if (button) button.click();
    }
  };
  setInterval(() => all("[data-since], [data-until], [data-left]").forEach(tell), 1000);
})();
