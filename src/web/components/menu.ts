/** Menus in pages: a button without words that opens a list of ways on, without a script. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import { type IconName, icon } from './icon-names.ts'

export type MenuItem = readonly [
  address: string,
  text: Markup | string,
  sign: IconName,
  /** What takes something away stands last, and in its colour. */
  look?: 'danger',
]

/**
 * Make a menu. Of those of a page one is open at a time, also without a script.
 * @param label What it is of, for those who hear its button.
 */
export function menu(label: string, lists: Markup, kind = ''): Markup {
  return html`<details class="menu${kind === '' ? '' : ` ${kind}`}" name="menu"><summary class="icon-button" title="More">${icon('ellipsis')}<span class="visually-hidden">${label}</span></summary>
<div class="pop">${lists}</div></details>`
}

/** List ways on; those that take something away are a part of their own. */
export function menuList(items: readonly MenuItem[], first: Markup | '' = ''): Markup {
  const item = ([address, text, sign, look]: MenuItem): Markup =>
    html`<li><a href="${address}"${look === undefined ? '' : html` class="${look}"`}>${icon(sign)}${text}</a></li>`
  const [ways, ends] = [undefined, 'danger'].map((look) => items.filter((one) => one[3] === look))
  const list = (content: readonly MenuItem[] = [], before: Markup | '' = ''): Markup | '' =>
    content.length === 0 && before === ''
      ? ''
      : html`<ul class="menu-list">${before}${content.map(item)}</ul>`
  return html`${list(ways, first)}
${list(ends)}`
}

/** Make the menu of a row in a table. */
export function rowMenu(name: string, items: readonly MenuItem[]): Markup {
  const named = items.map(([address, text, sign, look]): MenuItem => {
    const whole = html`${text}<span class="visually-hidden"> ${name}</span>`
    return look === undefined ? [address, whole, sign] : [address, whole, sign, look]
  })
  return menu(`Actions for ${name}`, menuList(named))
}
