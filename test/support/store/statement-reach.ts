/** Which shards of a distributed engine a statement reaches, as PostgreSQL's planner understands it. @module */
import pg from 'pg'

export interface StatementReach {
  readonly tables: readonly string[]
  readonly unbound: readonly string[]
  readonly given: ReadonlySet<string>
  readonly isJoined: boolean
  /** Uses whose value comes only from the rows around their subquery. */
  readonly correlated: readonly string[]
  readonly needsOneShard: readonly string[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly Operation?: string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly Output?: readonly string[]
  readonly 'CTE Name'?: string
  readonly 'Subplan Name'?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly PlanNode[]
  readonly [key: string]: unknown
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }]
}

type Explain = (text: string) => Promise<readonly object[]>

/** `explain` must not run the statement; `distributed` maps tables to their column of distribution. */
export async function reachOf(
  explain: Explain,
  { text, values }: RecordedStatement,
  distributed: ReadonlyMap<string, string>,
): Promise<StatementReach> {
  const [row] = await explain(`explain (generic_plan, verbose, format json) ${text}`)
  const [{ Plan: root }] = (row as Explained)['QUERY PLAN']
  const nodes = allNodes(root)
  const same = equalTerms(nodes)
  const given = new Set<string>()
  const unbound = new Map<string, string>()
  for (const node of nodes) {
    const column = distributed.get(node['Relation Name'] ?? '')
    if (column === undefined) continue
    const term = `${node.Alias ?? node['Relation Name']}.${column}`
    if (isInsert(node)) join(same, term, insertedTerm(node))
    const known = [...same].filter(([, group]) => group === same.get(term)).map(([one]) => one)
    const value = known.find((one) => one.startsWith('$') || one.startsWith("'"))
    if (value === undefined) unbound.set(term, same.get(term) ?? term)
    else given.add(`${column}=${givenValue(value, values)}`)
  }
  return {
    tables: [...new Set(nodes.flatMap((node) => node['Relation Name'] ?? []))].sort(),
    unbound: [...unbound.keys()].sort(),
    given,
    correlated: nodes
      .filter(isCombined)
      .flatMap((node) => allNodes(node).filter(isSubPlan))
      .flatMap((plan) => unboundIn(plan, distributed)),
    isJoined: new Set(unbound.values()).size <= 1,
    needsOneShard: [...new Set(nodes.flatMap((node) => needOf(node, distributed)))],
  }
}

function isCombined(node: PlanNode): boolean {
  const isUnion = node['Node Type'] === 'Append'
  const isWhole = node['Parent Relationship'] === undefined
  return (
    isUnion || (isWhole && allNodes(node).some((one) => one['Node Type'] === 'Recursive Union'))
  )
}

function isSubPlan(node: PlanNode): boolean {
  return node['Parent Relationship'] === 'SubPlan'
}

function unboundIn(plan: PlanNode, distributed: ReadonlyMap<string, string>): string[] {
  const nodes = allNodes(plan)
  const same = equalTerms(nodes)
  return nodes.flatMap((node) => {
    const column = distributed.get(node['Relation Name'] ?? '')
    if (column === undefined) return []
    const term = `${node.Alias ?? node['Relation Name']}.${column}`
    const known = [...same].filter(([, group]) => group === same.get(term))
    return known.some(([one]) => /^[$']/.test(one)) ? [] : [term]
  })
}

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)]
}

function equalTerms(nodes: readonly PlanNode[]): Map<string, string> {
  const same = new Map<string, string>()
  for (const condition of nodes.flatMap(conditionsOf)) {
    const sure = condition.split(' AND ').filter((part) => !part.includes(' OR '))
    for (const [, left = '', right = ''] of sure
      .join('\n')
      .matchAll(/(\w+\.\w+) = \(?(\w+\.\w+|\$\d+|'\d+')/g)) {
      join(same, left, right)
    }
  }
  for (const node of nodes) passOutput(node, nodes, same)
  return same
}

function plain(text: string): string {
  return text.replaceAll('"', '').replace(/\((?:InitPlan|SubPlan) (\d+)\)\.col1/g, 'plan$1.col1')
}

function conditionsOf(node: PlanNode): string[] {
  return Object.entries(node).flatMap(([key, value]) =>
    /(?:Cond|Filter)$/.test(key) && typeof value === 'string' ? [plain(value)] : [],
  )
}

function passOutput(node: PlanNode, nodes: readonly PlanNode[], same: Map<string, string>): void {
  const [, number] = /^InitPlan (\d+)$/.exec(node['Subplan Name'] ?? '') ?? []
  const [first] = node.Output ?? []
  if (number !== undefined && first !== undefined) join(same, `plan${number}.col1`, first)
  const source =
    node['Node Type'] === 'Subquery Scan'
      ? node.Plans?.[0]
      : nodes.find((one) => one['Subplan Name'] === `CTE ${node['CTE Name']}`)
  for (const inner of source?.Output ?? []) {
    const column = /^\w+\.(\w+)$/.exec(inner)?.[1]
    if (column !== undefined) join(same, `${node.Alias}.${column}`, inner)
  }
}

function join(same: Map<string, string>, left: string, right: string): void {
  const [from, to] = [same.get(left) ?? left, same.get(right) ?? right]
  same.set(left, from)
  same.set(right, to)
  for (const [term, group] of same) if (group === from) same.set(term, to)
}

function isInsert(node: PlanNode): boolean {
  return node['Node Type'] === 'ModifyTable' && node.Operation === 'Insert'
}

function insertedTerm(node: PlanNode): string {
  const source = node.Plans?.find((one) => one['Parent Relationship'] !== 'InitPlan')
  const first = source?.Output?.[0] ?? ''
  const value = /\$\d+|'\d+'/.exec(first)?.[0]
  if (value !== undefined || source === undefined) return value ?? first
  return source['Node Type'] === 'Subquery Scan' ? insertedTerm(source) : first
}

function givenValue(term: string, values: readonly unknown[]): string {
  return term.startsWith('$') ? String(values[Number(term.slice(1)) - 1]) : term.slice(1, -1)
}

function needOf(node: PlanNode, distributed: ReadonlyMap<string, string>): string[] {
  const isOfDistributed = allNodes(node).some((one) => distributed.has(one['Relation Name'] ?? ''))
  if (!isOfDistributed) return []
  if (node['Node Type'] === 'LockRows') return ['lock']
  if (node['Node Type'] === 'Recursive Union') return ['recursion']
  const isWritten = distributed.has(node['Relation Name'] ?? '')
  return node['Node Type'] === 'ModifyTable' && isWritten ? ['write'] : []
}

export interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export function recordStatements(): {
  readonly statements: readonly RecordedStatement[]
  stop(): void
} {
  const statements: RecordedStatement[] = []
  const seen = new Set<string>()
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...given: [unknown]) {
    const [{ text, values = [] }] = given as unknown as [Partial<RecordedStatement>]
    if (text !== undefined && !seen.has(text)) {
      seen.add(text)
      statements.push({ text, values })
    }
    return Reflect.apply(query, this, given)
  } as typeof query
  return {
    statements,
    stop: () => void Object.assign(prototype, { query }),
  }
}
