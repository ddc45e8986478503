// Follows the log: rows come in batches, the table keeps the newest ones, and nothing moves while it is paused.
"use strict";
(() => {
  const tail = document.querySelector("[data-tail]");
  if (!tail) return;
  const rows = tail.querySelector("tbody");
  const state = document.getElementById("tail-state");
  const counted = document.getElementById("tail-count");
  const button = document.getElementById("tail-pause");
  const most = Number(tail.dataset.most);
  let source = null;
  let last = "";
  let told = 0;

  const say = (name) => {
    state.textContent = state.dataset[name];
    state.className = "badge " + { live: "good", paused: "warn", lost: "bad" }[name];
  };

  // add puts rows on top and removes the oldest ones at once.
  function add(html) {
    rows.insertAdjacentHTML("afterbegin", html);
    if (rows.rows.length > most) {
      const range = document.createRange();
      range.setStartBefore(rows.rows[most]);
      range.setEndAfter(rows.lastElementChild);
      range.deleteContents();
    }
  }

  function follow() {
    const url = new URL(tail.dataset.tail, location.href);
    if (last) url.searchParams.set("after", last);
    source = new EventSource(url);
    source.onopen = () => say("live");
    source.onerror = () => say("lost");
    source.addEventListener("rows", (e) => {
      last = e.lastEventId;
      const before = told;
      add(e.data);
      for (const row of rows.rows) {
        if (row.dataset.told) break;
        row.dataset.told = "1";
        told += row.dataset.skipped ? Number(row.dataset.skipped) : 1;
      }
      if (told !== before) counted.textContent = told.toLocaleString(document.documentElement.lang);
    });
  }

  button.addEventListener("click", () => {
    const paused = source !== null;
    button.textContent = paused ? button.dataset.resume : button.dataset.pause;
    if (paused) {
      source.close();
      source = null;
      say("paused");
    } else {
      follow();
    }
  });
  button.hidden = false;
  for (const row of rows.rows) row.dataset.told = "1";
  follow();
})();
