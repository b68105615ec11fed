/**
 * The memory layout of the parser's result, from the tables in the parser's package, which does not
 * export them.
 * @module
 */
import type { Nodes } from 'mdast'
import type { MdastReader } from 'satteri'

export type NodeType = Nodes['type']

type Offsets<Name extends string = string> = Readonly<Record<Name, number>>

const folder = import.meta.resolve('satteri')
const [arena, types, fields] = await Promise.all([
  load<{ FIELD: Offsets; HEADER: Offsets }>('generated/arena-layout.js'),
  load<{ NAME_TO_TYPE: Offsets<NodeType> }>('mdast/generated/node-types.js'),
  load<{ materializeMdastFields: ReadFields }>('mdast/generated/layout.js'),
])

function load<File>(path: string): Promise<File> {
  return import(new URL(path, folder).href)
}

/** Reads members at fixed offsets into a node. */
type ReadFields = (
  reader: Pick<MdastReader, 'fieldString' | 'fieldU8'>,
  node: object,
  id: number,
  number: number,
) => boolean

export const numberOf: Offsets<NodeType> = types.NAME_TO_TYPE

const bytesOfWord = 4
const words = (offset: number | undefined): number => (offset ?? Number.NaN) / bytesOfWord

type HeaderName = 'nodeSize' | 'count' | 'nodes' | 'children' | 'data' | 'strings' | 'stringsLength'

/** Offsets in the buffer's header, in 4-byte words. */
export const header: Offsets<HeaderName> = {
  nodeSize: words(arena.HEADER.node_struct_size),
  count: words(arena.HEADER.node_count),
  nodes: words(arena.HEADER.nodes_offset),
  children: words(arena.HEADER.children_offset),
  data: words(arena.HEADER.type_data_offset),
  strings: words(arena.HEADER.string_pool_offset),
  stringsLength: words(arena.HEADER.string_pool_len),
}

// Separate constants, so that the engine can inline them.
/** Offsets inside a node, in 4-byte words. */
export const typeAt: number = words(arena.FIELD.node_type)
export const parentAt: number = words(arena.FIELD.parent)
export const lineAt: number = words(arena.FIELD.start_line)
export const childrenAt: number = words(arena.FIELD.children_start)
export const childCountAt: number = words(arena.FIELD.children_count)
export const dataAt: number = words(arena.FIELD.data_offset)

/**
 * Offsets that the package has in no table; its documentation gives them for lists, items and
 * tables.
 */
export const listAt = { start: 0, ordered: 4, checked: 0 } as const
export const tableAt = { columns: 0, alignments: 4 } as const

type Places = { readonly [name: string]: number } & Readonly<Record<MemberName, number>>
type MemberName =
  | 'alt'
  | 'depth'
  | 'identifier'
  | 'lang'
  | 'meta'
  | 'referenceType'
  | 'title'
  | 'url'
  | 'value'

/**
 * Find out the byte offsets of a type's members by running the parser's own reader on a recorder.
 */
export function placesOf(type: NodeType): Places {
  const asked: number[] = []
  const fieldString = (_: number, offset: number): string => {
    asked.push(offset)
    return ''
  }
  const fieldU8 = (_: number, offset: number): number => {
    asked.push(offset)
    return 0
  }
  const node: object = {}
  fields.materializeMdastFields({ fieldString, fieldU8 }, node, 0, numberOf[type])
  const places = Object.keys(node).map((name, index) => [name, asked[index]])
  return Object.fromEntries(places) as Places
}
