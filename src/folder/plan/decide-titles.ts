/** Decides titles that are unique among siblings. @module */
import { contractLimits } from '../../contract/limits.ts'
import { keptTitle, titleProblem } from '../../contract/titles-and-labels.ts'
import { folderOf, indexNames, nameOf, readableName, stemOf } from '../files/tree-paths.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { DraftPage } from './draft-tree.ts'

/** The page nearest to the top keeps a contested title; others use their navigation title or file name. */
export function decideTitles(siblings: readonly DraftPage[], onNotice: OnPlanNotice): void {
  const wishesByKey = new Map<string, Wish[]>()
  for (const page of siblings) {
    const wish = wishOf(page)
    const group = wishesByKey.get(keyOf(wish.title))
    if (group === undefined) wishesByKey.set(keyOf(wish.title), [wish])
    else group.push(wish)
  }
  const usedKeys = new Set(wishesByKey.keys())
  const number = numberer(usedKeys)
  for (const group of wishesByKey.values()) {
    const [first, ...rest] = group.length === 1 ? group : group.toSorted(byPlace)
    if (first === undefined) continue
    setTitle(first, first.title, onNotice)
    for (const wish of rest) {
      const { page, title, alternatives } = wish
      const candidate = [...alternatives, ...distinctTitles(wish)].find(
        (name) => !usedKeys.has(keyOf(name)),
      )
      const newTitle = candidate ?? number(title)
      usedKeys.add(keyOf(newTitle))
      setTitle(wish, newTitle, onNotice)
      if (alternatives.includes(newTitle)) continue
      const detail = `"${shorten(title)}", which ${first.page.node.path} has as well, became "${page.node.title}"`
      onNotice(page.node.path, 'title-changed', detail)
    }
  }
}

interface Wish {
  readonly page: DraftPage
  readonly title: string
  readonly alternatives: readonly string[]
  readonly name: string | undefined
}

/** A page's own title comes before its navigation title, which is often short. */
function wishOf(page: DraftPage): Wish {
  const clean = page.source?.exported ? (title: string): string => title : cleanTitle
  const names = page.titles.map(clean).filter(Boolean)
  const ownTitle = clean(page.source?.title ?? '')
  const title = ownTitle || (names[0] ?? readableName(stemOf(page.node.path)))
  const alternatives = names.filter((name) => name !== title)
  return {
    page,
    title,
    alternatives,
    name: ownTitle && ownTitle !== names[0] ? names[0] : undefined,
  }
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

function distinctTitles({ page, title }: Wish): string[] {
  const { path } = page.node
  const isIndex = indexNames.some((name) => name.test(nameOf(path)))
  const ownPath = isIndex ? folderOf(path) : path.replace(/\/$/, '')
  const names = [
    isIndex ? nameOf(ownPath) : stemOf(ownPath),
    nameOf(folderOf(ownPath)),
    ownPath,
    path,
  ]
  const distinctNames = names.filter(
    (name) => name !== '' && readableName(name) !== readableName(title),
  )
  return distinctNames.map((name) => cleanTitle(`${title} (${name})`))
}

function numberer(usedKeys: ReadonlySet<string>): (title: string) => string {
  const counts = new Map<string, number>()
  return (title) => {
    let count = counts.get(title) ?? 2
    while (usedKeys.has(keyOf(`${title} (${count})`))) count += 1
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
