/* The designer: buttons beside every figure, and a drawing that is checked as it changes. Without this script figures
   are typed, rows come and go by buttons that send the form, and "Check" asks what is wrong. */
(() => {
  "use strict";
  const PAUSE = 350;

  const stepper = (input) => {
    const label = input.labels[0]?.textContent.trim() || "figure";
    const box = document.createElement("span");
    box.className = "stepper";
    const step = Number(input.step) || 1;
    const button = (sign, by, said) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = sign;
      made.setAttribute("aria-label", `${said} ${label}`);
      made.addEventListener("click", () => {
        const least = input.min === "" ? -Infinity : Number(input.min);
        const most = input.max === "" ? Infinity : Number(input.max);
        const now = input.value === "" ? (least === -Infinity ? 0 : least - by) : Number(input.value) || 0;
        input.value = Math.min(most, Math.max(least, now + by));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      return made;
    };
    input.replaceWith(box);
    box.append(button("\u2212", -step, "Less"), input, button("+", step, "More"));
  };

  /* What fields there are: of the same ones only what is said beside them is patched. */
  const controls = (fields) => [...fields.querySelectorAll("[name]")].map((each) => {
    if (each.tagName === "SELECT") return `${each.name}:${[...each.options].map((one) => one.value)}`;
    return each.type === "hidden" && !each.name.startsWith("was.") ? `${each.name}:${each.value}` : each.name;
  }).join("|");

  const patched = (form, fresh) => {
    fresh.querySelectorAll("[data-slot]").forEach((slot) => {
      const old = document.querySelector(`[data-slot="${CSS.escape(slot.dataset.slot)}"]`);
      if (!old || old.innerHTML === slot.innerHTML) return;
      old.innerHTML = slot.innerHTML;
    });
    fresh.querySelectorAll("[data-fields] [name]").forEach((field) => {
      const old = [...form.querySelectorAll("[data-fields] [name]")].find((each) => each.name === field.name && each.type === field.type && (field.type !== "checkbox" || each.value === field.value));
      if (!old) return;
      if (field.name.startsWith("was.")) old.value = field.value;
      if (field.type === "hidden") return;
      old.toggleAttribute("aria-invalid", false);
      if (field.hasAttribute("aria-invalid")) old.setAttribute("aria-invalid", "true");
      old.closest(".field")?.classList.toggle("wrong", field.hasAttribute("aria-invalid"));
    });
  };

  const replaced = (form, fresh, focus) => {
    const fields = fresh.querySelector("[data-fields]");
    const [start, end] = [focus?.selectionStart, focus?.selectionEnd];
    form.querySelector("[data-fields]").replaceWith(fields);
    fields.querySelectorAll("input[data-step]").forEach(stepper);
    const again = focus?.name && [...form.querySelectorAll("[data-fields] [name]")].find((each) => each.name === focus.name && each.tagName === focus.tagName && each.type === focus.type);
    if (again) {
      again.focus();
      if (again.type === "text" && start !== null) again.setSelectionRange(start, end);
    }
  };

  const designer = (form) => {
    let waiting = 0;
    let asked = null;
    const ask = async (button) => {
      asked?.abort();
      asked = new AbortController();
      const sent = new FormData(form);
      sent.delete("act");
      if (button) sent.set(button.name, button.value);
      let answer;
      try {
        answer = await fetch(`${location.pathname}?part=1`, { method: "POST", body: sent, signal: asked.signal, credentials: "same-origin", redirect: "manual" });
      } catch (broken) {
        return broken.name === "AbortError";
      }
      if (!answer.ok) return false;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const before = form.querySelector("[data-fields]");
      const after = fresh.querySelector("[data-fields]");
      if (!after) return false;
      if (controls(before) !== controls(after)) {
        replaced(form, fresh, document.activeElement);
        if (button?.name === "add") form.querySelector(`#d-${CSS.escape(button.value)} > .drawn-row:nth-last-of-type(2)`)?.focus();
        if (button?.name === "cut") form.querySelector(`#d-${CSS.escape(button.value.split(".")[0])}`)?.focus();
      }
      patched(form, fresh);
      return true;
    };
    form.addEventListener("input", () => {
      clearTimeout(waiting);
      asked?.abort();
      waiting = setTimeout(() => ask(null), PAUSE);
    });
    form.addEventListener("submit", (event) => {
      const button = event.submitter;
      clearTimeout(waiting);
      asked?.abort();
      if (!button || button.value === "give" || button.value === "sheet") return;
      event.preventDefault();
      ask(button).then((done) => {
        if (!done) {
          const plain = document.createElement("input");
          Object.assign(plain, { type: "hidden", name: button.name, value: button.value });
          form.append(plain);
          form.submit();
        } else if (button.value === "check") document.getElementById("wrong")?.focus();
      });
    });
    form.querySelectorAll("input[data-step]").forEach(stepper);
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("form[data-designer]").forEach(designer));
})();
