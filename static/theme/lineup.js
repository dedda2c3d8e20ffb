/* The line-up form: each seat is a card that is swapped by tapping. Below stands what a total loss would take, and
   beside each car what those chosen for it risk. The fields stay what they are without this script, and keep working by
   keyboard. */
(() => {
  "use strict";
  const known = new Map([...document.querySelectorAll("[data-risk-of]")].map((line) => [line.dataset.riskOf, line.dataset]));
  const faces = new Map([...document.querySelectorAll("template[data-face]")].map((face) => [face.dataset.face, face]));
  const rows = [...document.querySelectorAll(".seat-row")];
  const total = document.querySelector("[data-most-billed]");
  const benchTable = document.querySelector("[data-bench-table]");
  if (!rows.length || !total) return;

  const fields = rows.flatMap((row) => [...row.querySelectorAll("select")]);
  const kindOf = (field) => field.closest(".half").dataset.kind;
  const chosen = (row) => [...row.querySelectorAll("select")].map((field) => known.get(field.value)).filter(Boolean);
  const face = (id) => (faces.get(id) || faces.get("")).content.cloneNode(true);

  const refresh = () => {
    rows.forEach((row) => {
      row.querySelector("[data-seat-risk]").replaceChildren(...chosen(row).map((it) => {
        const line = document.createElement("li");
        line.textContent = it.risk;
        return line;
      }));
    });
    fields.forEach((field) => field.closest(".half").querySelector(".face").replaceChildren(face(field.value)));
    const billed = rows.flatMap(chosen).reduce((sum, it) => sum + Number(it.bill), 0);
    total.textContent = `${billed / 1000}k`;
  };

  /* The driver who is chosen swaps seats with the one who sat here, so that nobody sits twice. */
  const swap = (field, id) => {
    const other = id && fields.find((it) => it !== field && kindOf(it) === kindOf(field) && it.value === id);
    if (other) other.value = [...other.options].some((option) => option.value === field.value) ? field.value : "";
    field.value = id;
    field.form.dispatchEvent(new Event("change", { bubbles: true }));
    refresh();
  };

  let bench = null;
  const close = () => {
    bench?.section.remove();
    bench?.half.classList.remove("picked");
    bench = null;
  };

  const taken = (field, id) => {
    const seat = fields.find((it) => it !== field && id && kindOf(it) === kindOf(field) && it.value === id);
    return seat ? `swap with ${seat.closest(".seat-row").querySelector(".seat-name")?.textContent ?? ""}` : "";
  };

  const choose = (field, id) => {
    const half = field.closest(".half");
    swap(field, id);
    close();
    half.focus({ preventScroll: true });
  };

  const item = (field, id) => {
    const button = document.createElement("button");
    button.type = "button";
    const note = document.createElement("span");
    note.className = "bench-note faint";
    note.textContent = taken(field, id);
    button.append(face(id), note);
    button.addEventListener("click", () => choose(field, id));
    return button;
  };

  /* Drivers stand on the bench as the rows of every table of drivers; a tap anywhere on a row chooses. */
  const drivers = (field, ids) => {
    const table = benchTable.content.cloneNode(true);
    table.querySelectorAll("[data-row]").forEach((row) => {
      const id = row.dataset.row;
      if (!ids.includes(id)) return row.remove();
      const note = document.createElement("span");
      note.className = "chip";
      note.textContent = taken(field, id);
      if (note.textContent) row.querySelector("button").after(" ", note);
      row.addEventListener("click", () => choose(field, id));
    });
    return table;
  };

  const open = (half) => {
    const again = bench?.half === half;
    close();
    if (again) return;
    const field = half.querySelector("select");
    const section = document.createElement("section");
    section.className = "bench";
    const title = document.createElement("h2");
    const now = faces.get(field.value)?.dataset.name;
    title.textContent = now ? `Instead of ${now}` : `Choose for this seat`;
    const options = [...field.options].map((option) => option.value).filter((id) => id !== field.value)
      .sort((one, other) => (one === "") - (other === ""));
    if (kindOf(field) === "crew") section.append(title, drivers(field, options), ...options.includes("") ? [item(field, "")] : []);
    else section.append(title, ...options.map((id) => item(field, id)));
    section.addEventListener("keydown", (event) => { if (event.key === "Escape") { close(); half.focus(); } });
    half.classList.add("picked");
    half.closest(".seat-row").after(section);
    bench = { half, section };
    section.scrollIntoView({ block: "nearest" });
  };

  rows.forEach((row) => {
    row.addEventListener("change", ({ target }) => { if (target.matches("select")) refresh(); });
    row.querySelectorAll(".half").forEach((half) => {
      half.tabIndex = -1;
      half.addEventListener("click", (event) => {
        if (event.target.closest("a, .errorlist") || event.target.matches("option")) return;
        event.preventDefault();
        open(half);
      });
    });
  });

  /* Secret words that were typed stay when the cards are filled in otherwise, which is a page of its own. They are kept
     in this tab alone, since an address is kept in logs. */
  const KEPT = "line-up words";
  const words = document.querySelector(".secret-words [name=words]");
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) || "{}");
    sessionStorage.removeItem(KEPT);
    if (words && kept.href === location.href && kept.words !== words.value) {
      words.value = kept.words;
      words.closest("details").open = true;
    }
    document.querySelectorAll(".quick a").forEach((link) => link.addEventListener("click", () => {
      if (words) sessionStorage.setItem(KEPT, JSON.stringify({ href: link.href, words: words.value }));
    }));
  } catch { /* A browser without storage forgets them, as one without scripts does. */ }

  document.documentElement.classList.add("carded");
  refresh();
  addEventListener("pageshow", refresh); // a browser fills in the fields again when somebody comes back
})();
