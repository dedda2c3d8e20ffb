/* A button that copies what stands in a field. Without this script the field can be selected and copied by hand. */
(() => {
  "use strict";
  document.querySelectorAll("[data-copy]").forEach((button) => button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    const said = document.querySelector("[data-copied]");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.querySelector("span").textContent = "Copied";
      if (said) said.textContent = "It is copied.";
    } catch { /* not allowed to: it is selected, and the keyboard copies it */
      if (said) said.textContent = "It is selected: copy it with your keyboard.";
    }
  }));
})();
