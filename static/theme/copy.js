/* A button that copies what stands in a field, or anywhere. Without this script it can be selected and copied by hand. */
(() => {
  "use strict";
  document.querySelectorAll("[data-copy]").forEach((button) => button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    const said = document.querySelector("[data-copied]");
    if (field.select) field.select();
    else getSelection().selectAllChildren(field);
    try {
      await navigator.clipboard.writeText(field.value ?? field.textContent);
      button.querySelector("span").textContent = "Copied";
      if (said) said.textContent = "It is copied.";
    } catch { /* not allowed to: it is selected, and the keyboard copies it */
      if (said) said.textContent = "It is selected: copy it with your keyboard.";
    }
  }));
})();
