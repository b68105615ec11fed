// Dates: pages say the day, which stays true however long a page is kept; this says how long ago it was.

const steps = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
/** Longer ago the day itself says more. */
const maxSeconds = 40 * 86_400
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

for (const time of document.querySelectorAll('time[data-relative]')) {
  const at = new Date(time.dateTime)
  const seconds = (at - Date.now()) / 1000
  time.title = at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  if (Math.abs(seconds) > maxSeconds) continue
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? []
  time.textContent =
    unit === undefined ? 'just now' : words.format(Math.round(seconds / length), unit)
}
