/* A button that copies what stands in a field, or anywhere. Without this script it can be selected and copied by hand. */
(() => {
  "use strict";
  document.addEventListener("click", async (event) => { // a button may come into the page later
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    const said = document.querySelector("[data-copied]");
    if (field.select) field.select();
    else getSelection().selectAllChildren(field);
    try {
      await navigator.clipboard.writeText(field.value ?? field.textContent);
      button.querySelector("span").textContent = "Copied";
      if (said) said.textContent = "Copied.";
    } catch { /* not allowed to: it is selected, and the keyboard copies it */
      if (said) said.textContent = "It is selected: copy it with your keyboard.";
    }
  });
})();
