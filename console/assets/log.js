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

  // add puts rows on top, counts them by type, and removes the oldest ones at once.
  function add(html) {
    const first = rows.rows[0];
    rows.insertAdjacentHTML("afterbegin", html);
    for (const row of rows.rows) {
      if (row === first) break;
      told += row.dataset.skipped ? Number(row.dataset.skipped) : 1;
    }
    counted.textContent = told.toLocaleString(document.documentElement.lang);
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
      add(e.data);
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
  follow();
})();
