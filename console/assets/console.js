// Functions of pages that need a script: the menu of small screens, the palette, and a question before entered text is lost.
"use strict";
(() => {
  const palette = () => document.getElementById("palette");

  function openPalette() {
    const dialog = palette();
    if (!dialog || dialog.open) return;
    dialog.showModal();
    const typed = dialog.querySelector("input");
    typed.select();
    htmx.trigger(typed, "open");
  }

  // move selects the next or the previous entry of the palette.
  function move(dialog, by) {
    const links = [...dialog.querySelectorAll("#found a")];
    if (links.length === 0) return;
    const at = links.findIndex((a) => a.classList.contains("chosen"));
    links.forEach((a) => a.classList.remove("chosen"));
    const next = links[(at + by + links.length + (at < 0 && by < 0 ? 1 : 0)) % links.length];
    next.classList.add("chosen");
    next.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (e) => {
    const toggle = e.target.closest("[data-toggle]");
    if (toggle) {
      const open = document.getElementById(toggle.dataset.toggle).classList.toggle("open");
      toggle.setAttribute("aria-expanded", String(open));
    }
    if (e.target.closest("[data-open=palette]")) openPalette();
    if (e.target === palette()) palette().close(); // a click beside the dialog
  });

  document.addEventListener("keydown", (e) => {
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "k") {
      e.preventDefault();
      openPalette();
      return;
    }
    const dialog = palette();
    if (!dialog || !dialog.open) return;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      move(dialog, e.key === "ArrowDown" ? 1 : -1);
    } else if (e.key === "Enter") {
      const chosen = dialog.querySelector("#found a.chosen") || dialog.querySelector("#found a");
      if (chosen && document.activeElement.tagName === "INPUT") {
        e.preventDefault();
        location.assign(chosen.href);
      }
    }
  });
})();

// A receipt is verified in the browser, by the public module, with the public key of the shop.
document.addEventListener("click", async (e) => {
  const button = e.target.closest("[data-verify]");
  if (!button) return;
  const verdict = document.getElementById("verdict");
  button.disabled = true;
  try {
    const { check } = await import("/.well-known/tradelog/receipt.mjs");
    const [receipt, key] = await Promise.all(
      [button.dataset.verify, "/.well-known/tradelog/key.pub"].map(async (path) => {
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return answer.text();
      }),
    );
    const v = await check(JSON.parse(receipt), key);
    verdict.className = "done";
    verdict.textContent = `${button.dataset.holds} ${button.dataset.counts} ${v.events}, ${v.recomputed}, ${v.covered}`;
  } catch (failed) {
    verdict.className = "problem";
    verdict.textContent = `${button.dataset.fails} ${failed.message}`;
  } finally {
    button.disabled = false;
  }
});
