// A passkey that was not shown, or that the browser knows nothing of, is told on the page.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelectorAll("[data-passkey-refused]").forEach((each) => { each.hidden = false; });
});
