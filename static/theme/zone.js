/* The time zone of a new league or account is proposed to be the browser's. Without this script UTC or none stands there. */
(() => {
  "use strict";
  const field = document.getElementById("id_time_zone");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field && ["UTC", ""].includes(field.value) && [...field.options].some((each) => each.value === own)) field.value = own;
})();
