/* The receipts that this browser has kept of a season, each held against the season's journal as it is now. */
(() => {
  "use strict";
  const panel = document.querySelector("[data-receipts]");
  if (!panel) return;
  const list = panel.querySelector("[data-receipts-list]");
  const save = panel.querySelector("[data-receipts-save]");
  const said = panel.querySelector("[data-receipts-said]");

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem("receipts") || "[]")
        .map((receipt) => ({ receipt, ...JSON.parse(receipt.statement) }))
        .filter((each) => each.season === panel.dataset.season)
        .sort((one, other) => other.entry - one.entry);
    } catch { // storage may be forbidden, or hold what another program wrote
      return [];
    }
  };
  const counted = (count) => (count === 1 ? "1 receipt" : `${count} receipts`);
  const verdict = (each, hashes) => {
    if (!(each.entry in hashes)) return ["bad", "missing", `The journal has no entry ${each.entry} any more.`];
    if (hashes[each.entry] !== each.head) return ["bad", "differs", `Entry ${each.entry} is not the one that this receipt was given for.`];
    return ["good", "fits", ""];
  };
  const line = (each, hashes) => {
    const made = document.createElement("li"), chip = document.createElement("span");
    const time = document.createElement("time");
    time.dateTime = each.at;
    time.dataset.local = "";
    time.textContent = each.at;
    made.append(`Entry ${each.entry}, `, time, " ");
    if (hashes) {
      const [look, word, why] = verdict(each, hashes);
      chip.className = `chip ${look}`;
      chip.textContent = word;
      made.append(chip, ` ${why}`);
    }
    return made;
  };

  const show = async () => {
    const receipts = kept();
    if (!receipts.length) return;
    const lines = receipts.map(({ receipt: { statement, key, algorithm, signature } }) => JSON.stringify({ statement, key, algorithm, signature }));
    const link = save.querySelector("a");
    link.href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }));
    link.download = panel.dataset.file;
    list.hidden = save.hidden = false;
    let hashes = null;
    try {
      const asked = receipts.map((each) => each.entry).join(",");
      const answer = await fetch(`${panel.dataset.receipts}?entries=${asked}`, { credentials: "same-origin" });
      if (answer.ok) hashes = await answer.json();
    } catch { /* the connection is lost: what was kept is shown unchecked */ }
    list.replaceChildren(...receipts.map((each) => line(each, hashes)));
    if (!hashes) {
      said.textContent = `${counted(receipts.length)} kept. The journal could not be read now: open this page again to compare them.`;
      return;
    }
    const wrong = receipts.filter((each) => verdict(each, hashes)[0] === "bad").length;
    said.textContent = wrong
      ? `${counted(wrong)} of ${receipts.length} ${wrong === 1 ? "does" : "do"} not fit the journal: it was changed after you acted. Save the file, and show it to the others of the league.`
      : `${counted(receipts.length)} kept, and ${receipts.length === 1 ? "it fits" : "all fit"} the journal as it is now.`;
  };
  addEventListener("load", show);
})();
