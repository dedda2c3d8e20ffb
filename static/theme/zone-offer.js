/* The browser's time zone is offered to those who chose none: with its name on the button, and never set by itself. */
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dismissed = () => { try { return localStorage.getItem("zone-offer") === "no"; } catch { return false; } };
  if (!zone || dismissed()) return;
  document.querySelectorAll("[data-zone-offer]").forEach((form) => {
    form.elements.time_zone.value = zone;
    form.querySelector("[data-zone-name]").textContent = zone.replaceAll("_", " ");
    form.querySelector("[data-zone-dismiss]").addEventListener("click", () => {
      form.hidden = true;
      try { localStorage.setItem("zone-offer", "no"); } catch { /* it is offered again, then */ }
    });
    form.hidden = false;
  });
})();
