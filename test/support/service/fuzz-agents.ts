/** Calls the tools for agents with any input, as their schemas have it and as they have it not. @module */
import type { Client } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { seededRandom } from '../base/seeded-random.ts'
import { anyValue, chanceOf, type KnownValues } from './fuzz-api.ts'

export interface AgentFuzz {
  readonly answered: ReadonlyMap<string, number>
  readonly faults: readonly string[]
}

const oursIsBroken = /went wrong on our side|internal/i
const hidden = /[\u200b\u202e]|\udb40/

export async function fuzzAgents(
  client: Client,
  known: KnownValues,
  count: number,
  seed: number,
): Promise<AgentFuzz> {
  const chance = chanceOf(known, seededRandom(seed))
  const { tools } = await client.listTools()
  const check = outputCheck(tools)
  const answered = new Map<string, number>()
  const faults: string[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const { name, inputSchema } = chance.pick(tools)
    const any = anyValue({}, inputSchema, chance)
    // The client sends nothing but objects.
    const isObject = typeof any === 'object' && any !== null && !Array.isArray(any)
    const input: Record<string, unknown> = isObject ? { ...any } : { id: any }
    const call = `${name} ${JSON.stringify(input)}`.slice(0, 400)
    const text = await client.callTool({ name, arguments: input }).then(
      (answer) => {
        const kind = `${name}${answer.isError ? ' refused' : ''}`
        answered.set(kind, (answered.get(kind) ?? 0) + 1)
        const problem = answer.isError ? undefined : check(name, answer.structuredContent)
        return problem === undefined ? JSON.stringify(answer) : `thrown: ${problem}`
      },
      (error: Error) => (error.message.includes('-326') ? '' : `thrown: ${error.message}`),
    )
    // The source is returned unchanged, so that it can be edited.
    const isHidden = input.form !== 'source' && hidden.test(text)
    if (oursIsBroken.test(text) || isHidden || text.startsWith('thrown')) {
      faults.push(`${call} → ${text.slice(0, 400)}`)
    }
  }
  return { answered, faults }
}

type OutputCheck = (name: string, output: unknown) => string | undefined

function outputCheck(tools: Awaited<ReturnType<Client['listTools']>>['tools']): OutputCheck {
  const ajv = new Ajv2020({ strict: false })
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const validators = new Map(
    tools.map(({ name, outputSchema }) => [
      name,
      ajv.compile((outputSchema ?? { not: {} }) as object),
    ]),
  )
  return (name, output) => {
    const validate = validators.get(name)
    return validate?.(output) ? undefined : `${name}: ${ajv.errorsText(validate?.errors)}`
  }
}
