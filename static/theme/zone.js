/* A league's time zone is proposed to be that of its founder's browser. Without this script UTC stands there. */
(() => {
  "use strict";
  const field = document.getElementById("id_time_zone");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field && field.value === "UTC" && [...field.options].some((each) => each.value === own)) field.value = own;
})();
