/** Mounts the pages of the web's map behind the checks of their lines. @module */
import { Hono } from 'hono'
import { unknownParameter } from '../http/error-answer.ts'
import type { Show } from './frame/show.ts'
import {
  type Handlers,
  isForPrograms,
  type MapLine,
  type Stage,
  takesHostToken,
  type Who,
} from './pages.ts'
import type { ProtectForms } from './session/csrf.ts'
import {
  askProgram,
  type Readers,
  readingRule,
  requireAdministrator,
  requireViewer,
} from './session/reading-rule.ts'
import { type WebHandlers, webMap } from './web-map.ts'
import type { WebScope } from './web-scope.ts'

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

export interface Mount {
  (handlers: WebHandlers): Hono<WebScope>
  (handlers: Handlers): Hono<WebScope>
}

export interface MountDependencies {
  readonly readers: Readers
  readonly show: Show
  readonly protectForms: ProtectForms
  readonly acceptHostToken: Stage
}

export function mounting(dependencies: MountDependencies): Mount {
  const { readers, show, protectForms } = dependencies
  const entry: Readonly<Record<Who, readonly Stage[]>> = {
    anyone: [],
    readers: [readingRule(readers)],
    users: [requireViewer],
    writers: [requireViewer],
    administrators: [requireViewer],
  }
  const stagesOf = (method: string, [who, rule]: MapLine): readonly Stage[] => {
    if (rule === 'own checks') return []
    return [
      ...(takesHostToken(rule) ? [dependencies.acceptHostToken] : []),
      ...(isForPrograms(rule) ? [askProgram(readers)] : []),
      ...entry[who],
      ...(isForPrograms(rule) ? [refuseUnknown(rule.takes)] : []),
      ...(method === 'POST' ? [protectForms({ isOpen: who === 'anyone' })] : []),
      ...(who === 'administrators' ? [requireAdministrator(show)] : []),
    ]
  }
  return (handlers: Handlers) => {
    const app = new Hono<WebScope>()
    for (const [name, line] of Object.entries(webMap)) {
      const handlerStages = [handlers[name] ?? []].flat() as Stage[]
      const [method = '', path = ''] = name.split(' ')
      if (handlerStages.length > 0)
        app.on(method, [path], ...stagesOf(method, line), ...handlerStages)
    }
    return app
  }
}
