/* The draft queue is dragged: dropping a driver sends the order of the page. Without this script ▲ and ▼ do the same.
   The panel of what a pick would mean follows the driver whose row is pressed or has the focus; without this script its
   own form shows another driver. A panel that is refreshed keeps its driver while they can be picked. */
(() => {
  "use strict";
  document.addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector("[data-queue]");
    if (!form) return;
    const list = form.querySelector(".queue-list");
    const order = () => [...list.children].map((line) => line.dataset.driver).join(",");
    const before = order();
    let dragged = null;
    list.addEventListener("dragstart", (event) => {
      dragged = event.target.closest("li");
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", dragged.dataset.driver);
      dragged.classList.add("dragged");
    });
    list.addEventListener("dragover", (event) => {
      const line = event.target.closest("li");
      if (!dragged || !line || line === dragged) return;
      event.preventDefault();
      const { top, height } = line.getBoundingClientRect();
      line[event.clientY < top + height / 2 ? "before" : "after"](dragged);
    });
    list.addEventListener("drop", (event) => event.preventDefault());
    list.addEventListener("dragend", () => {
      dragged?.classList.remove("dragged");
      dragged = null;
      if (order() === before) return;
      form.elements.order.value = order();
      form.submit();
    });
  });

  const inK = (credits) => `${credits / 1000}k`.replace("-", "−");
  let chosen = "";
  const weigh = (id) => {
    const panel = document.getElementById("if-picked"), field = panel?.querySelector("select");
    const option = field && [...field.options].find((it) => it.value === id);
    if (!option) return;
    chosen = id;
    const fee = Number(option.dataset.fee), part = (name) => panel.querySelector(`[data-${name}]`);
    const bank = Number(part("bank-before").dataset.bankBefore) - fee;
    field.value = id;
    part("name").textContent = option.textContent;
    part("more").textContent = inK(fee);
    part("fees").textContent = inK(Number(part("before").dataset.before) + fee);
    part("bank").textContent = inK(bank);
    part("short").hidden = bank >= 0;
    const pick = panel.querySelector("a[href*='/do/pick_driver/']");
    if (pick) {
      const address = new URL(pick.href);
      address.searchParams.set("driver", id);
      pick.href = address;
    }
  };
  const row = (event) => event.target.closest?.("#available [data-driver]")?.dataset.driver;
  document.addEventListener("focusin", (event) => weigh(row(event)));
  document.addEventListener("click", (event) => weigh(row(event)));
  document.addEventListener("refreshed", ({ target }) => { if (target.id === "if-picked") weigh(chosen); });
  document.addEventListener("change", (event) => {
    if (event.target.matches("#if-picked select")) weigh(event.target.value);
  });
})();
