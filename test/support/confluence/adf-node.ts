/** A node of ADF as a simulated site reads it: anything may be in it. @module */

export interface AdfJson {
  readonly type: string
  readonly text?: string
  readonly version?: number
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly AdfMark[]
  readonly content?: readonly AdfJson[]
}

export interface AdfMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

export function rebuild(
  node: AdfJson,
  change: (node: AdfJson, depth: number) => readonly AdfJson[],
  depth = 0,
): readonly AdfJson[] {
  const content = node.content?.flatMap((child) => rebuild(child, change, depth + 1))
  return change(content === undefined ? node : { ...node, content }, depth)
}

export function withAttrs(node: AdfJson, attrs: Record<string, unknown>): AdfJson {
  const kept = Object.entries(attrs).filter(([, value]) => value !== undefined)
  const { attrs: _, ...rest } = node
  return kept.length === 0 ? rest : { ...rest, attrs: Object.fromEntries(kept) }
}

export function withMarks(node: AdfJson, marks: readonly AdfMark[]): AdfJson {
  const { marks: _, ...rest } = node
  return marks.length === 0 ? rest : { ...rest, marks }
}

export function mergeTexts(nodes: readonly AdfJson[]): AdfJson[] {
  const merged: AdfJson[] = []
  for (const node of nodes) {
    if (node.type === 'text' && node.text === '') continue
    const last = merged.at(-1)
    const isJoined = last?.type === 'text' && node.type === 'text' && sameMarks(last, node)
    if (isJoined) merged.splice(-1, 1, { ...last, text: `${last.text}${node.text}` })
    else merged.push(node)
  }
  return merged
}

function sameMarks(one: AdfJson, other: AdfJson): boolean {
  return JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? [])
}

export function adfOf(...texts: string[]): string {
  const content = texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  return JSON.stringify({ version: 1, type: 'doc', content })
}
