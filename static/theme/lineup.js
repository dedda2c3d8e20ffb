/* The line-up form: beside each car stands what those chosen for it risk, and below what a total loss would take. */
(() => {
  "use strict";
  const known = new Map([...document.querySelectorAll("[data-risk-of]")].map((each) => [each.dataset.riskOf, each.dataset]));
  const rows = [...document.querySelectorAll(".seat-row")];
  const total = document.querySelector("[data-most-billed]");
  if (!rows.length || !total) return;

  const chosen = (row) => [...row.querySelectorAll("select")].map((each) => known.get(each.value)).filter(Boolean);

  const tell = () => {
    rows.forEach((row) => {
      const list = row.querySelector("[data-seat-risk]");
      list.replaceChildren(...chosen(row).map((each) => {
        const line = document.createElement("li");
        line.textContent = each.risk;
        return line;
      }));
    });
    const billed = rows.flatMap(chosen).reduce((sum, each) => sum + Number(each.bill), 0);
    total.textContent = `${billed / 1000}k`;
  };

  rows.forEach((row) => row.addEventListener("change", tell));
})();
