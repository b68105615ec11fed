/** Mounts pages behind the checks that they ask for. @module */
import { Hono } from 'hono'
import { unknownParameter } from '../http/error-answer.ts'
import type { ServiceParts } from '../service/compose.ts'
import {
  isForPrograms,
  type Pages,
  type Stage,
  takesHostToken,
  type WebPage,
  type WebScope,
  type Who,
} from './pages.ts'
import {
  acceptHostToken,
  askProgram,
  readingRule,
  requireAdministrator,
  requireViewer,
} from './session/reading-rule.ts'

/** Chats and newsletters add these to links. */
const ofTheWayHere = /^utm_/

/** Unknown parameters are refused, because ignoring them would hide mistakes. */
function refuseUnknown(parameters: readonly string[]): Stage {
  return async (c, next) => {
    const names = Object.keys(c.req.query()).filter((name) => !ofTheWayHere.test(name))
    const unknown = names.find((name) => !parameters.includes(name))
    return unknown === undefined
      ? next()
      : c.text(`${unknownParameter(unknown, parameters)}\n`, 400)
  }
}

/** @param before Stages that run for these pages after the checks. */
export type Mount = (pages: Pages, before?: readonly Stage[]) => Hono<WebScope>

export function mounting(parts: ServiceParts): Mount {
  const { readers, protectForms } = parts
  const acceptToken = acceptHostToken(parts)
  const entry: Readonly<Record<Who, readonly Stage[]>> = {
    anyone: [],
    readers: [readingRule(readers)],
    users: [requireViewer],
    writers: [requireViewer],
    administrators: [requireViewer],
  }
  const stagesOf = (
    method: string,
    { who, rule }: Pick<WebPage, 'who' | 'rule'>,
  ): readonly Stage[] => {
    if (typeof rule === 'function') return rule(parts)
    return [
      ...(takesHostToken(rule) ? [acceptToken] : []),
      ...(isForPrograms(rule) ? [askProgram(readers)] : []),
      ...entry[who],
      ...(isForPrograms(rule) ? [refuseUnknown(rule.takes)] : []),
      ...(method === 'POST' ? [protectForms({ isOpen: who === 'anyone' })] : []),
      ...(who === 'administrators' ? [requireAdministrator] : []),
    ]
  }
  return (pages, before = []) => {
    const app = new Hono<WebScope>()
    for (const [name, page] of Object.entries(pages)) {
      const [method = '', path = ''] = name.split(' ')
      const stages = [...stagesOf(method, page), ...before]
      app.on(method, [path], ...stages, async (c) => page.answer(c, parts))
    }
    return app
  }
}
