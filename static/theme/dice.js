/* Two things that nobody has to click for. A form whose commands may throw sends words, 32 random bytes that this
   browser makes anew each time and that the dice are mixed with. The answer brings a receipt, which is kept here.
   Without this script forms are sent without words, and no receipt is kept. */
(() => {
  "use strict";
  const AT = "receipts", COOKIE = "receipt", MOST = 200;

  document.addEventListener("formdata", (event) => {
    if (!event.target.hasAttribute("data-words")) return;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    event.formData.set("dice_words", [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  });

  const brought = document.cookie.split("; ").find((each) => each.startsWith(`${COOKIE}=`));
  if (!brought) return;
  try {
    const receipt = JSON.parse(atob(brought.slice(COOKIE.length + 1).replaceAll("-", "+").replaceAll("_", "/")));
    const kept = JSON.parse(localStorage.getItem(AT) || "[]").filter((each) => each.statement !== receipt.statement);
    localStorage.setItem(AT, JSON.stringify([...kept, receipt].slice(-MOST)));
  } catch { /* storage may be forbidden, and the cookie may be another program's */ }
  document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`;
})();
