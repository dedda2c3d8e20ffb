/* Counts down to a reveal: `data-countdown` holds the seconds that were left when the page was served. When they are
   over, the part around it goes live, and live.js leads on. Without this script the time stands there. */
(() => {
  "use strict";
  const SECOND = 1000, MINUTE = 60, HOUR = 3600, DAY = 86400;
  /* Not everybody asks the server in the same second. */
  const SPREAD = 2;
  const pad = (number) => String(number).padStart(2, "0");
  const words = (left) => {
    const days = Math.floor(left / DAY);
    const clock = `${pad(Math.floor(left % DAY / HOUR))}:${pad(Math.floor(left % HOUR / MINUTE))}:${pad(left % MINUTE)}`;
    return days ? `${days} day${days === 1 ? "" : "s"} ${clock}` : clock;
  };
  const start = (element) => {
    const end = Date.now() + SECOND * (Number(element.dataset.countdown) + 1);
    const tick = () => {
      if (!element.isConnected) return;
      const left = Math.max(0, Math.ceil((end - Date.now()) / SECOND));
      element.textContent = words(left);
      if (left > 0) {
        setTimeout(tick, SECOND);
        return;
      }
      setTimeout(() => {
        const part = element.closest("[data-live]");
        if (!part) return;
        part.dataset.live = "true";
        document.dispatchEvent(new CustomEvent("live"));
      }, SECOND * SPREAD * Math.random());
    };
    tick();
  };
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-countdown]").forEach(start);
  });
})();
