/* The report of a match on a phone: totals that run along, marks where another report differs, and a draft that outlives
   a lost connection. Without this script the totals and marks come with "Review and send". */
(() => {
  "use strict";
  const whole = (input) => Number.parseInt(input.value, 10) || 0;
  const AT_ONCE = ["csrfmiddlewaretoken", "seen", "reason", "back"];

  const worth = (input) => {
    if (input.type === "checkbox") return input.checked ? 1 : 0;
    if (input.tagName === "SELECT") return input.value === "" ? 0 : 1;
    return whole(input);
  };
  const sums = (form) => form.querySelectorAll("[data-sum-of]").forEach((output) => {
    const [team, figure] = output.dataset.sumOf.split(":");
    const whose = team ? `[data-team="${CSS.escape(team)}"]` : "";
    const sum = [...form.querySelectorAll(`[data-sum="${figure}"]${whose}`)].reduce((so, input) => so + worth(input), 0);
    output.textContent = sum;
    if (team) output.parentElement.hidden = sum === 0;
  });

  /* Figures that are not what another report has, the number of them beside the team's name, and quiet zeros. */
  const said = (input) => (input.type === "checkbox" ? (input.checked ? (input.value === "on" ? "1" : input.value) : "0") : input.value || "0");
  const marks = (form) => form.querySelectorAll(".report-team").forEach((team) => {
    let changed = 0;
    team.querySelectorAll(".cell").forEach((cell) => {
      const input = cell.querySelector("input, select");
      const others = [...cell.querySelectorAll("[data-mark]")];
      others.forEach((mark) => { mark.hidden = mark.dataset.mark === said(input); });
      const differs = others.some((mark) => !mark.hidden);
      cell.classList.toggle("differs", differs);
      input.classList.toggle("nothing", said(input) === "0");
      changed += differs ? 1 : 0;
    });
    const words = team.querySelector("[data-changed]");
    words.textContent = `${changed} changed`;
    words.hidden = changed === 0;
    team.querySelector(".usual").hidden = [...team.querySelectorAll("[data-sum-of]")].some((sum) => sum.textContent !== "0");
  });
  const refresh = (form) => { sums(form); marks(form); };

  /* The button says how many figures are sent back otherwise than they are claimed. */
  const corrections = (form) => {
    const button = form.querySelector("[data-corrects]");
    if (!button) return;
    const count = () => {
      const other = [...form.querySelectorAll(".either :checked:not([data-claimed])")].length;
      button.nextElementSibling.hidden = other === 0;
      button.textContent = other === 0 ? "Confirm what is claimed" : `Send back with ${other} ${other === 1 ? "correction" : "corrections"}`;
    };
    form.addEventListener("change", count);
    count();
  };

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
    forget.addEventListener("click", () => { store.drop(at); location.replace(location.pathname + location.search); });
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

  const WIDE = matchMedia("(min-width: 64rem)");

  document.addEventListener("DOMContentLoaded", () => {
    const teams = [...document.querySelectorAll(".report-team")];
    const forms = new Set(teams.map((team) => team.closest("form")).filter(Boolean));
    forms.forEach((form) => {
      form.querySelectorAll(".more input[data-step]").forEach(stepper);
      if (form.dataset.report) drafted(form);
      form.addEventListener("input", () => refresh(form));
      form.addEventListener("focusin", ({ target }) => { if (target.matches?.(".cell input[type=number]")) target.select(); });
      refresh(form);
      if (WIDE.matches && !document.getElementById("review") && !form.querySelector("[data-errors]")) form.querySelectorAll(".team-rows").forEach((team) => { team.open = true; });
    });
    document.querySelectorAll("[data-confirm]").forEach(corrections);
  });
})();
