/* The report of a match on a phone: big buttons beside every figure, sums that run along, and a draft that outlives a
   lost connection. Without this script the fields are plain numbers and the sums come with "Add up". */
(() => {
  "use strict";
  const whole = (input) => Math.max(0, Number.parseInt(input.value, 10) || 0);
  const AT_ONCE = ["csrfmiddlewaretoken", "seen", "reason", "back"];

  const sums = (form) => form.querySelectorAll("[data-sum-of]").forEach((output) => {
    const [team, figure] = output.dataset.sumOf.split(":");
    let sum = 0;
    form.querySelectorAll(`[data-sum="${figure}"][data-team="${CSS.escape(team)}"]`).forEach((input) => {
      if (input.type === "radio") sum += input.checked && input.value !== "" ? 1 : 0;
      else if (input.type === "checkbox") sum += input.checked ? 1 : 0;
      else sum += whole(input);
    });
    output.textContent = sum;
  });

  const stepper = (input) => {
    const label = input.labels[0]?.firstChild?.textContent.trim() || "figure";
    const whose = input.closest("fieldset, section")?.querySelector("legend, h2")?.firstChild?.textContent.trim() || "";
    const box = document.createElement("span");
    box.className = "stepper";
    const button = (sign, by, said) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = sign;
      made.setAttribute("aria-label", `${said} ${label}, ${whose}`);
      made.addEventListener("click", () => {
        const least = input.min === "" ? 0 : Number(input.min);
        const most = input.max === "" ? Infinity : Number(input.max);
        const now = Number.parseInt(input.value, 10) || 0;
        input.value = Math.min(most, Math.max(least, now + by));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      return made;
    };
    input.replaceWith(box);
    box.append(button("\u2212", -1, "Less:"), input, button("+", 1, "More:"));
  };

  const filled = (form) => [...new FormData(form)].filter(([name]) => !AT_ONCE.includes(name));
  const store = {
    read: (at) => { try { return JSON.parse(localStorage.getItem(at)); } catch { return null; } },
    write: (at, draft) => { try { localStorage.setItem(at, JSON.stringify(draft)); } catch { /* storage may be forbidden */ } },
    drop: (at) => { try { localStorage.removeItem(at); } catch { /* the same */ } },
  };

  const restore = (form, draft) => {
    form.querySelectorAll("input, select").forEach((field) => {
      if (!field.name || AT_ONCE.includes(field.name)) return;
      const values = draft.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "checkbox" || field.type === "radio") field.checked = values.includes(field.value);
      else if (values.length) field.value = values[0];
    });
  };

  const drafted = (form) => {
    const at = `report:${form.dataset.report}:${form.dataset.code}`;
    const said = form.querySelector("[data-report-said]");
    const forget = form.querySelector("[data-report-forget]");
    const say = (words) => { said.textContent = words; said.hidden = !words; };
    const done = document.querySelector("[data-report-done]")?.dataset.reportDone;
    const draft = store.read(at);
    if (draft && done && draft.some(([name, value]) => name === "key" && value === done)) store.drop(at);
    else if (draft && !form.querySelector(".errorlist")) {
      restore(form, draft);
      form.closest("details")?.setAttribute("open", "");
      say("What you had typed is here again. It is not sent yet.");
      forget.hidden = false;
    }
    form.addEventListener("input", () => { store.write(at, filled(form)); forget.hidden = false; });
    forget.addEventListener("click", () => { store.drop(at); location.reload(); });
    let waiting = null;
    form.addEventListener("submit", (event) => {
      store.write(at, filled(form));
      if (navigator.onLine) return;
      event.preventDefault();
      waiting = event.submitter;
      say("There is no connection. Everything is kept on this phone and is sent as soon as the line is back.");
      said.scrollIntoView({ block: "center" });
    });
    addEventListener("online", () => { if (waiting) form.requestSubmit(waiting); });
  };

  document.addEventListener("DOMContentLoaded", () => {
    const teams = [...document.querySelectorAll(".report-team")];
    const forms = new Set(teams.map((team) => team.closest("form")).filter(Boolean));
    forms.forEach((form) => {
      form.querySelectorAll("input[data-step]").forEach(stepper);
      if (form.dataset.report) drafted(form);
      form.addEventListener("input", () => sums(form));
      sums(form);
    });
  });
})();
