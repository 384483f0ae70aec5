// Until when there is time at one's tables by days, by the clock of who reads.

import { moment } from "../shared/local_times.js";

export function showLocalTimes() {
  for (const place of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-moment]"))) {
    place.textContent = moment(Date.parse(place.dateTime));
  }
}

showLocalTimes();
