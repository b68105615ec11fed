/** What the store holds, as a part of a page. @module */
import { html } from 'hono/html'
import { counted } from '../../base/visible-text.ts'
import { dataTable } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { Growth, Storage } from './read-storage.ts'

const mebibyte = 1024 * 1024

/**
 * Show it.
 * @param storage What was read.
 */
export function storagePart({ bytes, spaces, growth }: Storage): Markup {
  const [last, before] = growth
  const rows = spaces.map(({ key, name, pages, versions, images }) => [
    html`<a href="/wiki/spaces/${key}">${name}</a> (${key})`,
    ...[pages, versions, images].map(String),
  ])
  return html`<h2>Storage</h2>
<p>The store takes ${(bytes / mebibyte).toFixed(1)} MiB. In the last 30 days imports ${growthWords(last)}; in the 30 days before, they ${growthWords(before)}.</p>
${rows.length === 0 ? html`<p class="empty">There is no space yet.</p>` : dataTable('Storage by space', ['Space', 'Pages', 'Versions', 'Images and files'], rows)}`
}

function growthWords({ created, updated }: Growth): string {
  return `made ${counted(created, 'page')} and updated ${counted(updated, 'page')}`
}
