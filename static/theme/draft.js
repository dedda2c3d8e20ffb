/* The draft queue is dragged: dropping a driver sends the whole order. Without this script ▲ and ▼ do the same. */
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
})();
