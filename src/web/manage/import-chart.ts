/** A chart of imports by day, as SVG without styles, and the same figures as a table. @module */
import { html } from 'hono/html'
import type { DayCount } from '../../importing/ledger/import-history.ts'
import type { Markup } from '../frame/markup.ts'

const height = 96
const step = 44
const barWidth = 28

/**
 * Draw the chart.
 * @param counts The days, oldest first.
 */
export function importChart(counts: readonly DayCount[]): Markup {
  const highest = Math.max(1, ...counts.map(({ succeeded, failed }) => succeeded + failed))
  const total = (pick: (count: DayCount) => number): number =>
    counts.reduce((sum, count) => sum + pick(count), 0)
  const succeeded = total((count) => count.succeeded)
  const failed = total((count) => count.failed)
  return html`<figure class="chart">
<figcaption>Last ${counts.length} days: <span class="key-good">${succeeded} succeeded</span>, <span${failed === 0 ? '' : html` class="key-stop"`}>${failed} failed</span></figcaption>
<svg viewBox="0 0 ${counts.length * step} ${height + 24}" aria-hidden="true" focusable="false">
${counts.map((count, index) => bar(count, index, highest))}
</svg>
<details><summary>The same as a table</summary>
<table><caption class="visually-hidden">Imports by day</caption><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Succeeded</th><th scope="col">Failed</th></tr></thead>
<tbody>${counts.map((count) => html`<tr><th scope="row">${dayText(count)}</th><td>${count.succeeded}</td><td>${count.failed}</td></tr>`)}</tbody></table>
</details>
</figure>`
}

function bar(count: DayCount, index: number, highest: number): Markup {
  const { succeeded, failed } = count
  const x = index * step + (step - barWidth) / 2
  const good = pixels(succeeded, highest)
  const stop = pixels(failed, highest)
  const label = count.day.getUTCDate()
  return html`<g><title>${dayText(count)}: ${succeeded} succeeded, ${failed} failed</title>
<rect class="bar-none" x="${x}" y="${height - 1}" width="${barWidth}" height="1"/>
<rect class="bar-good" x="${x}" y="${height - good}" width="${barWidth}" height="${good}"/>
<rect class="bar-stop" x="${x}" y="${height - good - stop}" width="${barWidth}" height="${stop}"/>
<text x="${x + barWidth / 2}" y="${height + 18}" text-anchor="middle">${label}</text></g>`
}

/** What is not nothing can be seen. */
function pixels(count: number, highest: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round((count / highest) * (height - 4)))
}

function dayText({ day }: DayCount): string {
  return day.toISOString().slice(0, 10)
}
