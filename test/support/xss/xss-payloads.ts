/** Generates payloads that try to run `pwned(1)` or to load something. The same number gives the same payloads. @module */
import { addressPayloads, textPayloads } from '../samples/payloads.ts'
import { schemes, spellings } from './xss-addresses.ts'
import { cases, codes, encodings, endings, quotings, separators, wrappers } from './xss-contexts.ts'
import { events, firing, loaders, tags, templates } from './xss-elements.ts'

export function xssPayloads(count: number): string[] {
  const payloads = new Set([
    ...[...textPayloads, ...addressPayloads].map(asPwned),
    ...loaders,
    ...templates,
    ...firing.map((element) => `<${element}=pwned(1)>`),
    ...schemes,
    ...spellings.map((spell) => spell('javascript:pwned(1)')),
    ...wrappers.map(([before, after]) => `${before}<img src=x onerror=pwned(1)>${after}`),
    ...events.map((event) => `<b on${event}=pwned(1)>x</b>`),
  ])
  for (let index = 0; payloads.size < count; index += 1) payloads.add(combined(index))
  return [...payloads].slice(0, count)
}

/** The service refuses NUL, so content holds it only by reference. */
function asPwned(payload: string): string {
  return payload.replaceAll(/alert\(1\)|msgbox\(1\)/g, 'pwned(1)').replaceAll('\0', '&#0;')
}

function chooser(index: number): <Item>(items: readonly Item[]) => Item {
  let state = index + 0x9e3779b9
  return (items) => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5
    state ^= state >>> 13
    return items[(state >>> 0) % items.length] as (typeof items)[number]
  }
}

function combined(index: number): string {
  const choose = chooser(index)
  if (index % 4 === 0) return choose(spellings)(choose(schemes).replace('pwned(1)', choose(codes)))
  const payload = index % 4 === 1 ? anyEvent(choose) : firingElement(choose)
  const [before, after] = choose(wrappers)
  return choose(encodings)(before + payload + after)
}

type Choose = ReturnType<typeof chooser>

function firingElement(choose: Choose): string {
  const element = choose(cases)(choose(firing)).replaceAll(' ', choose(separators))
  return `<${element}=${choose(quotings)(choose(codes))}${choose(endings)}`
}

function anyEvent(choose: Choose): string {
  const attribute = `on${choose(cases)(choose(events))}=${choose(quotings)(choose(codes))}`
  return choose([
    () => `<${choose(cases)(choose(tags))}${choose(separators)}${attribute}${choose(endings)}x`,
    () => `${choose(['"', "'", '`', '', '" ', '\\"'])}${choose(separators)}${attribute} x="`,
  ])()
}
