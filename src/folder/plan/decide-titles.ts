/** Decides titles that are unique among siblings. @module */
import { contractLimits } from '../../contract/limits.ts'
import { keptTitle, titleProblem } from '../../contract/titles-and-labels.ts'
import { folderOf, indexNames, nameOf, readableName, stemOf } from '../files/tree-paths.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { DraftPage } from './draft-tree.ts'

/**
 * Assign titles. The page nearest to the top keeps a contested title; others use their navigation
 * title or file name.
 * @param onNotice Receives changed titles.
 */
export function decideTitles(siblings: readonly DraftPage[], onNotice: OnPlanNotice): void {
  const wanting = new Map<string, Wish[]>()
  for (const page of siblings) {
    const wish = wishOf(page)
    const group = wanting.get(keyOf(wish.title))
    if (group === undefined) wanting.set(keyOf(wish.title), [wish])
    else group.push(wish)
  }
  const taken = new Set(wanting.keys())
  const number = numberer(taken)
  for (const group of wanting.values()) {
    const [first, ...others] = group.length === 1 ? group : group.toSorted(byPlace)
    if (first === undefined) continue
    setTitle(first, first.title, onNotice)
    for (const wish of others) {
      const { page, title, instead } = wish
      const found = [...instead, ...toldApart(wish)].find((one) => !taken.has(keyOf(one)))
      const chosen = found ?? number(title)
      taken.add(keyOf(chosen))
      setTitle(wish, chosen, onNotice)
      if (instead.includes(chosen)) continue
      const detail = `"${shorten(title)}", which ${first.page.node.path} has as well, became "${page.node.title}"`
      onNotice(page.node.path, 'title-changed', detail)
    }
  }
}

interface Wish {
  readonly page: DraftPage
  readonly title: string
  readonly instead: readonly string[]
  readonly name: string | undefined
}

/**
 * Navigation titles are often short, so a page's own title comes first; pages without one use the
 * navigation's.
 */
function wishOf(page: DraftPage): Wish {
  const clean = page.source?.exported ? (title: string): string => title : cleanTitle
  const names = page.titles.map(clean).filter(Boolean)
  const own = clean(page.source?.title ?? '')
  const title = own || (names[0] ?? readableName(stemOf(page.node.path)))
  const instead = names.filter((name) => name !== title)
  return { page, title, instead, name: own && own !== names[0] ? names[0] : undefined }
}

function keyOf(title: string): string {
  return keptTitle(shorten(title))
}

function setTitle({ page: { node }, name }: Wish, title: string, onNotice: OnPlanNotice): void {
  node.title = shorten(title)
  if (name !== undefined && name !== title) node.navigationTitle = shorten(name)
  if (node.title !== title) onNotice(node.path, 'title-shortened', `${title.length}`)
}

/** Remove characters that no title may hold; empty where nothing visible remains. */
function cleanTitle(title: string): string {
  const clean = keptTitle(title.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' '))
  return titleProblem(clean) === undefined ? clean : ''
}

const { maxTitleLength } = contractLimits

/** Keep a suffix in parentheses, because it tells pages apart. */
function shorten(title: string): string {
  if (title.length <= maxTitleLength) return title
  const suffix = / \([^()]{1,100}\)$/.exec(title)?.[0] ?? ''
  const words = title.slice(0, maxTitleLength - suffix.length - 1).toWellFormed()
  return `${words.replace(/[\s\ufffd]+$/, '')}…${suffix}`
}

function toldApart({ page, title }: Wish): string[] {
  const { path } = page.node
  const isIndex = indexNames.some((name) => name.test(nameOf(path)))
  const own = isIndex ? folderOf(path) : path.replace(/\/$/, '')
  const names = [isIndex ? nameOf(own) : stemOf(own), nameOf(folderOf(own)), own, path]
  const saying = names.filter((name) => name !== '' && readableName(name) !== readableName(title))
  return saying.map((name) => cleanTitle(`${title} (${name})`))
}

function numberer(taken: ReadonlySet<string>): (title: string) => string {
  const counts = new Map<string, number>()
  return (title) => {
    let count = counts.get(title) ?? 2
    while (taken.has(keyOf(`${title} (${count})`))) count += 1
    counts.set(title, count + 1)
    return `${title} (${count})`
  }
}

/** The nearest to the top first, then by path, in an order that does not depend on the machine. */
function byPlace({ page: { node: a } }: Wish, { page: { node: b } }: Wish): number {
  const depth = (path: string): number => path.split('/').length
  const name = (path: string): string => path.replace(/\.[^./]*$/, '')
  return (
    depth(a.path) - depth(b.path) || compare(name(a.path), name(b.path)) || compare(a.path, b.path)
  )
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
