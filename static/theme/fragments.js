/* A link with a fragment of another page of a long text, such as a line of a log, is led on to the page that has it. */
(() => {
  "use strict";
  const place = decodeURIComponent(location.hash.slice(1));
  if (!place || document.getElementById(place)) return;
  const line = /^line-(\d+)$/.exec(place);
  const url = new URL(location.href);
  url.searchParams.delete("page");
  url.searchParams.set(line ? "line" : "part", line ? line[1] : place);
  if (url.search !== location.search) location.replace(url.href);
})();
