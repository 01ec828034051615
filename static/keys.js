// Keyboard first, and nothing a page needs. Keys are never taken from a text field or from the browser's own shortcuts.
(() => {
  const typing = (e) => e.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]");
  const all = (css) => [...document.querySelectorAll(css)];
  let digit = "";

  function tiles() { return all("[data-hand] input[type=radio], [data-hand] button.tile:not(:disabled)"); }

  function choose(code) {
    const hit = tiles().find((t) => t.dataset.code === code);
    if (!hit) return false;
    hit.focus();
    if (hit.type === "radio") { hit.checked = true; hit.dispatchEvent(new Event("change", { bubbles: true })); }
    return true;
  }

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || typing(e)) return;
    const key = e.key;
    const pad = all("[data-pad] input");
    if (pad.length && /^[1-9]$/.test(key)) {
      const box = pad.find((b) => b.dataset.digit === key);
      if (box) { box.checked = !box.checked; e.preventDefault(); return; }
    }
    const hand = tiles();
    if (hand.length && (key === "ArrowLeft" || key === "ArrowRight")) {
      const step = key === "ArrowRight" ? 1 : -1;
      const at = hand.indexOf(document.activeElement);
      const next = hand[(at + step + hand.length) % hand.length];
      next.focus();
      if (next.type === "radio") { next.checked = true; next.dispatchEvent(new Event("change", { bubbles: true })); }
      e.preventDefault();
      return;
    }
    if (hand.length && /^[0-9]$/.test(key)) {
      digit = key;
      const suits = new Set(hand.map((t) => t.dataset.code[0]));
      if (suits.size === 1) choose([...suits][0] + digit);
      return;
    }
    if (hand.length && digit && /^[mpsz]$/.test(key) && choose(key + digit)) { digit = ""; return; }
    if (key === "Enter" && !e.target.closest("a, button, summary")) {
      const main = document.querySelector("form[data-commit] button.main:not(:disabled)");
      if (main) { main.click(); e.preventDefault(); return; }
    }
    if (key === "?") { document.querySelector("#keys")?.showModal?.(); return; }
    const target = all("[data-key]").find((x) => x.dataset.key === key && x.offsetParent !== null);
    if (target) { target.click(); e.preventDefault(); }
  });

  // A second press on the chosen tile commits; the button names what is chosen.
  document.addEventListener("change", (e) => {
    const form = e.target.closest("form[data-commit]");
    const name = form?.querySelector("[data-choice]");
    if (name && e.target.dataset.label) name.textContent = e.target.dataset.label;
  });
  document.addEventListener("dblclick", (e) => e.target.closest(".pick")?.closest("form")?.requestSubmit());

  // One submission per form: a double click must not answer twice.
  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (form.method !== "post") return;
    if (form.dataset.sent) { e.preventDefault(); e.stopImmediatePropagation(); return; }
    form.dataset.sent = "1";
    setTimeout(() => { delete form.dataset.sent; }, 3000);
  }, true);
  addEventListener("pageshow", () => all("form[data-sent]").forEach((f) => delete f.dataset.sent));

  document.addEventListener("click", (e) => {
    const copy = e.target.closest("[data-copy]");
    if (copy) { navigator.clipboard?.writeText(copy.dataset.copy); copy.textContent = copy.dataset.done || copy.textContent; }
    const close = e.target.closest("[data-close]");
    if (close) close.closest("dialog").close();
  });

  setInterval(() => all("[data-since]").forEach((x) => {
    x.textContent = `${Math.max(0, Math.round((Date.now() - Number(x.dataset.since)) / 1000))} s`;
  }), 1000);
})();
