/** `markport mcp`: the wiki for agents that use MCP over stdio. @module */
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { isRecord } from '../../contract/base/parse-json.ts'
import { sendOnce } from '../../contract/base/wire.ts'
import type { OptionName } from '../../contract/options/option-table.ts'
import { addOptions, readOptions } from '../command-options.ts'
import { type CliContext, readSecret, readSecretFile, stopSignal, UsageError } from '../context.ts'

const mcpOptions: readonly OptionName[] = ['endpoint']

const callLimits = { timeoutMs: 60_000, maxAnswerBytes: 64 * 1024 * 1024 }

export function registerMcp(program: Command, context: CliContext): void {
  const command = program
    .command('mcp')
    .description(
      'Serve the wiki to an agent over stdio, by the Model Context Protocol. Needs a host token.',
    )
    .option('--token-file <file>', 'File with a host token, instead of MARKPORT_HOST_TOKEN.')
    .option(
      '--import-token-file <file>',
      'File with an import token: the agent may import with it.',
    )
  addOptions(command, mcpOptions).action(async () => {
    const { endpoint } = readOptions(command, context.env)
    if (endpoint === undefined) {
      throw new UsageError('There is no --endpoint, the address that `markport serve` prints.')
    }
    const { tokenFile: file, importTokenFile } = command.opts<McpOptions>()
    const variable = context.env.MARKPORT_HOST_TOKEN
    const flag = '--token-file'
    const token = readSecret({ variable, file, isFileFirst: file !== undefined, flag })
    if (token === undefined) {
      throw new UsageError('There is no host token. Set MARKPORT_HOST_TOKEN or give --token-file.')
    }
    const url = `${endpoint.replace(/\/wiki\/apps\/.*$|\/+$/, '')}/mcp`
    const importToken =
      importTokenFile === undefined
        ? undefined
        : readSecretFile(importTokenFile, '--import-token-file')
    await forward({ url, token, importToken }, context)
  })
}

interface McpOptions {
  readonly tokenFile?: string
  readonly importTokenFile?: string
}

/** Each input line is a message; answers may come in any order. */
async function forward(service: Omit<Service, 'signal'>, context: CliContext): Promise<void> {
  const signal = stopSignal(context)
  const lines = createInterface({ input: context.stdin, signal })
  const pendingAnswers = new Set<Promise<void>>()
  for await (const line of lines) {
    if (line.trim() === '') continue
    const answerTask = answerLine(line, { ...service, signal })
      .then((answer) => {
        if (answer !== undefined) context.stdout.line(answer)
      })
      .finally(() => pendingAnswers.delete(answerTask))
    pendingAnswers.add(answerTask)
  }
  await Promise.all(pendingAnswers)
}

interface Service {
  readonly url: string
  readonly token: string
  readonly importToken: string | undefined
  readonly signal: AbortSignal
}

async function answerLine(line: string, service: Service): Promise<string | undefined> {
  const message = parse(line)
  const id = message?.id
  const fail = (text: string): string | undefined =>
    id === undefined && message !== undefined
      ? undefined
      : JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code: -32_000, message: text } })
  if (message === undefined) return fail('This line is no JSON-RPC message.')
  try {
    const { url, token, importToken, signal } = service
    const headers = {
      ...headersOf(message),
      Authorization: `Bearer ${token}`,
      ...(importToken && { 'Markport-Import-Token': importToken }),
    }
    const request = { url, method: 'POST', headers, body: line } as const
    const { status, text } = await sendOnce(request, { ...callLimits, signal })
    if (status === 202 || text === '') return undefined
    // Before revision 2026-07-28 the answer is a single event.
    const answer = parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? text)
    // Anything else comes from before the protocol, for example a refused token.
    if (answer?.jsonrpc === '2.0') return JSON.stringify(answer)
    return fail(typeof answer?.body === 'string' ? answer.body : `${url} answered ${status}.`)
  } catch (error) {
    return fail(`${service.url} does not answer: ${(error as Error).message}`)
  }
}

type Members = Readonly<Record<string, unknown>>

function parse(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function headersOf({ method, params }: Members): Record<string, string> {
  const { _meta: meta, name } = Object(params) as Members
  const version = Object(meta)['io.modelcontextprotocol/protocolVersion']
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' && {
      'MCP-Protocol-Version': version,
      'Mcp-Method': String(method),
      ...(typeof name === 'string' && /^[\x20-\x7e]+$/.test(name) && { 'Mcp-Name': name }),
    }),
  }
}
